import { bytes, count, percent } from '../base/format';
import type { Cell } from '../../notebook/document/cell';
import type { Page } from '../controllers/page.svelte';
import { EXPLORER } from '../explorer/texts';
import { MODEL_WORDS } from '../models/words';
import { NAMES, plural, TEXTS } from '../texts';
import { SCORING } from '../texts-scoring';
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
    case 'explorer':
      return EXPLORER.summary(page.explore?.view ?? 'search');
    case 'evaluation':
      return evaluationLine(page);
    case 'labels':
      return labelsLine(page);
    case 'models':
      return modelsLine(page);
    case 'report':
    case 'lab':
    case 'replay':
    case 'attribution':
    case 'benchmark':
      return '';
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

function modelsLine({ modelling }: Page): string {
  return modelling?.view ? MODEL_WORDS.summary(modelling.usable.length) : '';
}

function caseLine({ openCase }: Page): string {
  const view = openCase.shown?.view;
  return view?.ok ? oneLine(view.value.case.question, 160) : '';
}

function labelsLine({ labelling }: Page): string {
  const { done, queue } = labelling.desk.value ?? { done: 0, queue: [] };
  const progress = SCORING.labels.progress(done, queue.length);
  return labelling.annotator === '' ? '' : `${labelling.annotator} · ${progress}`;
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
