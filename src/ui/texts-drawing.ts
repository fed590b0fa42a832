import type { LayerName } from '../notebook/explorer/drawing-contract';
import type { StageStatus } from '../cases/verdict';
import { count } from './base/format';
import { plural } from './texts';

/** What the page says about drawings: the way of a case, neighbourhoods, operations. */
export const DRAWING = {
  decisive: 'decisive operation',
  evidence: 'evidence',
  quoted: 'quoted in the proof',
  statusSign: {
    held: '●',
    partly: '◐',
    lost: '✕',
    'not-recorded': '○',
  } satisfies Record<StageStatus, string>,
  layers: {
    messages: 'Messages',
    construction: 'Construction',
    memory: 'Memory',
    search: 'Search',
    answer: 'Answer',
  } satisfies Record<LayerName, string>,
  signs: '◆ evidence   ❞ quoted in the proof   ● held   ◐ partly held   ✕ lost or decisive',
  larger: 'Larger',
  smaller: 'Smaller',
  fit: 'Whole picture',
  full: 'Natural size',
  cut: 'Wider than its frame: scroll sideways, or choose “Whole picture”.',
  exportPng: 'PNG',
  exportSvg: 'SVG',
  exported: (name: string) => `Wrote ${name}.`,
  exportLabel: (format: string) => `Save the picture as ${format}`,
  tooLarge:
    'The picture could not be painted: the browser refused a canvas of this size. SVG works.',
  list: 'List of variables and edges',
  listHint: 'Arrow keys: up and down through the list, left and right along the arrows.',
  path: {
    title: 'Way through the trace',
    picture:
      'Way of the information from evidence to judged answer. The list below holds the same.',
    file: 'case-path',
    loading: 'Drawing the way through the trace …',
    hidden: (n: number) => `${plural(n, 'variable')} stand in boxes of grouped ones.`,
  },
  near: {
    title: 'Neighbourhood',
    picture: (id: string) => `Neighbourhood of ${id}. The list below holds the same.`,
    file: 'neighbourhood',
    none: 'Choose a variable: in the inspector, a list or a drawing, then “Neighbourhood”.',
    before: 'What it was made of',
    after: 'What was made of it',
    beforeShort: 'open before',
    afterShort: 'open after',
    more: 'show more',
    earlier: 'show earlier',
    back: 'Back one step',
    reset: 'Start over',
    chosen: 'Chosen',
    steps: (n: number) => plural(n, 'step'),
    full: 'The drawing is full: what does not fit stands in the boxes of grouped ones.',
    elements: (boxes: number, arrows: number, hidden: number) =>
      `${plural(boxes, 'box', 'boxes')}, ${plural(arrows, 'arrow')}${hidden > 0 ? `; ${count(hidden)} grouped away` : ''}`,
    hint: 'Choose a box, then open one of its sides. A box “+412 more” shows its next page.',
    look: 'Inspect',
    centre: 'Centre on it',
  },
} as const;
