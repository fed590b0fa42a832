import type { CaseColumn } from '../../notebook/service/contract';

/** A column of the table: what it sorts by, its first width in pixels. */
export interface Column {
  readonly key: CaseColumn | 'agreement';
  readonly width: number;
}

/** 1186 in all: at 1440 pixels the table has 1193 beside its scroll bar. */
export const COLUMNS: readonly Column[] = [
  { key: 'question', width: 212 },
  { key: 'gold', width: 128 },
  { key: 'prediction', width: 142 },
  { key: 'system', width: 100 },
  { key: 'dataset', width: 84 },
  { key: 'questionType', width: 104 },
  { key: 'verdict', width: 168 },
  { key: 'confidence', width: 76 },
  { key: 'label', width: 112 },
  { key: 'agreement', width: 60 },
];

const NARROWEST = 48;

/** The widths of the columns, which a user may change; the first takes what room is left. */
export class ColumnWidths {
  #widths = $state.raw<readonly number[]>(COLUMNS.map((column) => column.width));

  width(column: number): number {
    return this.#widths[column] ?? NARROWEST;
  }

  change(column: number, by: number): void {
    this.#widths = this.#widths.map((width, i) =>
      i === column ? Math.max(NARROWEST, width + by) : width,
    );
  }

  /** As `grid-template-columns`. */
  get template(): string {
    return this.#widths
      .map((width, i) => (i === 0 ? `minmax(${width}px, 1fr)` : `${width}px`))
      .join(' ');
  }

  get total(): number {
    return this.#widths.reduce((sum, width) => sum + width, 0);
  }
}
