import { LABEL_ENDING, SCORE_ENDING, YES_ENDING } from '../prompts/answering-prompts';
import type { RecordedTrace } from '../engine/recorded-trace';

/** How a judge's words become a score, and what it says of a right and a wrong answer. */
export interface ScoreReader {
  read(response: string): number;
  readonly right: string;
  readonly wrong: string;
  /** The end of the project's own judge prompt for it. */
  readonly ending: string;
}

/** 1 when the response says "correct" anywhere, also inside "incorrect": so LoCoMo's judge is read. */
const saysCorrect: ScoreReader = {
  read: (response) => (response.toLowerCase().includes('correct') ? 1 : 0),
  right: '{"label": "CORRECT"}',
  wrong: '{"label": "WRONG"}',
  ending: LABEL_ENDING,
};

const saysYes: ScoreReader = {
  read: (response) => (response.toLowerCase().includes('yes') ? 1 : 0),
  right: 'yes',
  wrong: 'no',
  ending: YES_ENDING,
};

/** A JSON object with a number `score`; 0 when there is none. */
const givesScore: ScoreReader = {
  read: (response) => {
    const found = /"score"\s*:\s*"?(-?\d+(?:\.\d+)?)/.exec(response);
    return found === null ? 0 : Number(found[1]);
  },
  right: '{"score": 1.0}',
  wrong: '{"score": 0.0}',
  ending: SCORE_ENDING,
};

/** A bare number: exact match writes its score as it is. */
const isNumber: ScoreReader = {
  read: (response) => (Number.isNaN(Number.parseFloat(response)) ? 0 : Number.parseFloat(response)),
  right: '1.0',
  wrong: '0.0',
  ending: SCORE_ENDING,
};

const ALL = [saysCorrect, saysYes, givesScore, isNumber];

/** How a judge of this name is read. */
function byName(judgeName: string): ScoreReader {
  if (judgeName.startsWith('locomo')) return saysCorrect;
  if (judgeName.startsWith('realmem')) return givesScore;
  if (judgeName === 'exact-match') return isNumber;
  return saysYes;
}

/**
 * How the scores of a judge follow from its responses: by the judge's name, and where the record says
 * otherwise, by the first known rule that reproduces all of its scores.
 */
export function scoreReaderOf(judgeName: string, trace: RecordedTrace | undefined): ScoreReader {
  const first = byName(judgeName);
  if (trace === undefined) return first;
  const pairs = recordedPairs(trace, judgeName);
  const fits = (reader: ScoreReader): boolean =>
    pairs.every(({ response, score }) => reader.read(response) === score);
  return [first, ...ALL].find(fits) ?? first;
}

function recordedPairs(
  trace: RecordedTrace,
  judgeName: string,
): readonly { readonly response: string; readonly score: number }[] {
  const { graph } = trace;
  const pairs: { response: string; score: number }[] = [];
  for (const op of graph.adjacency.operationOrder) {
    if (graph.operationName(op) !== 'llm-judge') continue;
    const operation = trace.operation(op);
    const prompt = operation.input('judge_prompt');
    if (prompt === undefined || graph.fullName(prompt) !== `judge_prompt:${judgeName}`) continue;
    const response = operation.outputsOf('judge_response')[0];
    const score = operation.outputsOf('judge_score')[0];
    if (response === undefined || score === undefined) continue;
    pairs.push({ response: trace.text(response), score: Number(graph.rawValue(score)) });
  }
  return pairs;
}
