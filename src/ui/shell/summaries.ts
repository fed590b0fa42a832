import { bytes, count, percent } from '../base/format';
import type { Cell } from '../../notebook/document/cell';
import type { Page } from '../controllers/page.svelte';
import { NAMES, plural, TEXTS } from '../texts';
import { oneLine } from '../base/format';

/** The one line beside a cell's name, which says what is in it also when it is folded. */
export function summaryOf(cell: Cell, page: Page): string {
  switch (cell.kind) {
    case 'traces':
      return tracesLine(page);
    case 'failed':
      return failedLine(page);
    case 'case':
      return caseLine(page);
    case 'evaluation':
      return evaluationLine(page);
    case 'note':
      return oneLine(cell.text.replace(/^#+\s*/, ''), 80);
  }
}

function tracesLine({ traces, imports }: Page): string {
  if (traces.length === 0) return imports.busy ? TEXTS.files.waiting : '';
  const systems = [...new Set(traces.map((trace) => NAMES.system[trace.system]))];
  const size = traces.reduce((sum, trace) => sum + trace.bytes, 0);
  return `${plural(traces.length, 'trace')} · ${bytes(size)} · ${systems.join(', ')}`;
}

function failedLine({ table, traces }: Page): string {
  if (traces.length === 0) return '';
  const found = (list: readonly { readonly value: string; readonly count: number }[]) =>
    list.filter(({ value }) => value !== 'none').reduce((sum, facet) => sum + facet.count, 0);
  return TEXTS.failed.summary(table.matching, table.total, found(table.facets.verdicts));
}

function caseLine({ openCase }: Page): string {
  const view = openCase.shown?.view;
  return view?.ok ? oneLine(view.value.case.question, 160) : '';
}

function evaluationLine({ evaluation }: Page): string {
  const scores = evaluation.value?.overall;
  if (!scores || scores.errorType.n === 0) return '';
  const words = TEXTS.evaluation;
  return [
    `n = ${count(scores.errorType.n)}`,
    `${words.errorType} ${percent(scores.errorType.share)}`,
    `${words.operation} ${percent(scores.operation.share)}`,
    `${words.joint} ${percent(scores.joint.share)}`,
  ].join(' · ');
}
