import {
  OVERVIEW_ROLES,
  type OverviewRole,
  type OverviewView,
} from '../../notebook/explorer/timeline-contract';

/** Pixels a role takes in the bitmap, and between two roles. */
export const ROLE_HEIGHT = 12;
export const ROLE_GAP = 3;
export const OVERVIEW_HEIGHT = OVERVIEW_ROLES.length * (ROLE_HEIGHT + ROLE_GAP) - ROLE_GAP;

/** The token of each role, the same as in the drawings. */
export const OVERVIEW_TOKEN: Readonly<Record<OverviewRole, string>> = {
  message: '--ink-2',
  working: '--extraction',
  memory: '--update',
  question: '--retrieval',
  context: '--response',
  answer: '--data',
};

type Colour = readonly [red: number, green: number, blue: number];

/** How dark a cell is, 0…1: one variable is seen, and a hundred are not blinding. */
export function darkness(count: number, most: number): number {
  if (count === 0) return 0;
  return 0.25 + 0.75 * (Math.log1p(count) / Math.log1p(Math.max(1, most)));
}

/** The most variables of one role in one column. */
export const densest = ({ counts }: OverviewView): number =>
  counts.reduce((most, count) => Math.max(most, count), 0);

/** Paints the grid as one bitmap, a pixel a column. */
export function paintOverview(
  context: CanvasRenderingContext2D,
  view: OverviewView,
  colour: (token: string) => string,
): void {
  const { columns, counts } = view;
  const image = context.createImageData(columns, OVERVIEW_HEIGHT);
  const most = densest(view);
  OVERVIEW_ROLES.forEach((role, r) => {
    const [red, green, blue] = partsOf(colour(OVERVIEW_TOKEN[role]));
    for (let column = 0; column < columns; column++) {
      const alpha = Math.round(255 * darkness(counts[r * columns + column] ?? 0, most));
      if (alpha === 0) continue;
      for (let y = 0; y < ROLE_HEIGHT; y++) {
        const at = ((r * (ROLE_HEIGHT + ROLE_GAP) + y) * columns + column) * 4;
        image.data.set([red, green, blue, alpha], at);
      }
    }
  });
  context.putImageData(image, 0, 0);
}

/** `rgb(1, 2, 3)` as three numbers. */
export function partsOf(colour: string): Colour {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The grid as an SVG file; equal neighbours of a row become one piece. */
export function overviewSvg(
  view: OverviewView,
  names: Readonly<Record<OverviewRole, string>>,
  colour: (token: string) => string,
): string {
  const { columns, counts } = view;
  const most = densest(view);
  const HEAD = 150;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${columns + HEAD}" height="${OVERVIEW_HEIGHT}" viewBox="0 0 ${columns + HEAD} ${OVERVIEW_HEIGHT}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="${colour('--sheet')}"/>`,
  ];
  OVERVIEW_ROLES.forEach((role, r) => {
    const y = r * (ROLE_HEIGHT + ROLE_GAP);
    parts.push(`<text x="0" y="${y + 10}" fill="${colour('--ink-2')}">${names[role]}</text>`);
    const fill = colour(OVERVIEW_TOKEN[role]);
    for (let from = 0, to = 1; from < columns; from = to, to++) {
      const count = counts[r * columns + from] ?? 0;
      while (to < columns && counts[r * columns + to] === count) to++;
      if (count > 0)
        parts.push(
          `<path d="M${HEAD + from} ${y}h${to - from}v${ROLE_HEIGHT}h${from - to}z" fill="${fill}" fill-opacity="${darkness(count, most).toFixed(2)}"/>`,
        );
    }
  });
  return [...parts, '</svg>'].join('\n');
}
