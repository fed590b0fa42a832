import { fold } from '../../base/text/fold';
import type { Case } from '../../cases/case';
import type { Doubt } from '../../cases/verdict';
import { lifelines, type UnitVersion } from '../flow/lifelines';
import { quoteStart } from '../flow/quotes';
import { unitsIn } from '../flow/query-side';
import type { TextSource } from '../matching/fact';

// Fewer questions than this show nothing about a run.
const FEWEST = 5;
const NEARLY_ALL = 0.95;
const MOST = 0.5;

/**
 * One doubt about a whole run, when something broke that no single operation explains: every search
 * came back empty, every answer is the same, the memories are error messages, or nothing was stored.
 */
export function pipelineDoubt(source: TextSource, cases: readonly Case[]): Doubt | undefined {
  if (cases.length < FEWEST) return undefined;
  return (
    nothingStored(source) ??
    emptySearches(source, cases) ??
    errorMemories(source) ??
    constantAnswers(cases)
  );
}

function nothingStored(source: TextSource): Doubt | undefined {
  if (lifelines(source.graph).units.length > 0) return undefined;
  return broken(0.95, 'No memory unit was ever stored in this run.');
}

function emptySearches(source: TextSource, cases: readonly Case[]): Doubt | undefined {
  const { graph } = source;
  const searched = cases.filter((c) => c.retrievalOps.length > 0);
  if (searched.length < FEWEST) return undefined;
  const empty = searched.every((c) =>
    c.retrievalOps.every((id) => {
      const op = graph.findOperation(id);
      return op === undefined || unitsIn(graph, op, 'target').length === 0;
    }),
  );
  if (!empty) return undefined;
  return broken(0.95, `All ${searched.length} searches of this run returned nothing.`);
}

const ERROR_TEXT =
  /\b(?:traceback \(most recent|exception:|error code|rate ?limit|api[_ ]?key|unauthorized|status code [45]\d\d|connection (?:refused|reset|error)|timed? ?out|internal server error|quota exceeded)|^\s*error\b/iu;

// A run whose memories are mostly errors shows it in any part; only then are all of them read.
const SAMPLE = 200;

function errorMemories(source: TextSource): Doubt | undefined {
  const { units } = lifelines(source.graph);
  const last = units.flatMap(({ versions }) => versions.at(-1) ?? []);
  const isError = ({ node }: UnitVersion): boolean =>
    ERROR_TEXT.test(source.text(node).slice(0, 300));
  const step = Math.max(1, Math.floor(last.length / SAMPLE));
  const sample = last.filter((_, i) => i % step === 0);
  if (sample.filter(isError).length < (MOST / 2) * sample.length) return undefined;
  const bad = last.filter(isError);
  const [first] = bad;
  if (first === undefined || bad.length < FEWEST || bad.length / last.length < MOST)
    return undefined;
  return broken(
    0.9,
    `${bad.length} of ${last.length} memory units hold error messages instead of memories.`,
    quoteStart(source, first.node),
  );
}

// Failed questions alone are often all answered with the same refusal: that takes more of them to tell.
const FEWEST_ANSWERS = 20;

function constantAnswers(cases: readonly Case[]): Doubt | undefined {
  if (cases.length < FEWEST_ANSWERS) return undefined;
  const counts = new Map<string, number>();
  for (const { prediction } of cases) {
    const answer = fold(prediction).replace(/\W+/g, ' ').trim();
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  if (most / cases.length < NEARLY_ALL) return undefined;
  return broken(0.85, `${most} of ${cases.length} questions got the very same answer.`);
}

const broken = (confidence: number, sentence: string, quotes: Doubt['quotes'] = []): Doubt => ({
  about: 'pipeline',
  confidence,
  sentence,
  quotes,
});
