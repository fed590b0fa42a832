import type { TraceKey } from '../base/brand';
import type { Case } from '../cases/case';
import type { TraceCasesRow } from './rows';

/** Characters of one row: far below the 127 MiB that Chromium takes for a value. */
const MOST_CHARACTERS = 8 << 20;

const partKey = (key: TraceKey, part: number): string => (part === 0 ? key : `${key}#${part}`);

/** The rows that hold the cases of a trace. */
export function caseParts(key: TraceKey, cases: readonly Case[]): readonly TraceCasesRow[] {
  const parts: Case[][] = [[]];
  let characters = 0;
  for (const one of cases) {
    characters += sizeOf(one);
    if (characters > MOST_CHARACTERS && parts.at(-1)?.length !== 0) {
      parts.push([]);
      characters = sizeOf(one);
    }
    parts.at(-1)?.push(one);
  }
  const more = parts.length - 1;
  return parts.map((part, i) => ({
    key: partKey(key, i),
    cases: part,
    ...(i === 0 && more > 0 ? { more } : {}),
  }));
}

/** The keys of the rows after the first one. */
export const furtherParts = (key: TraceKey, first: TraceCasesRow | undefined): readonly string[] =>
  Array.from({ length: first?.more ?? 0 }, (_, i) => partKey(key, i + 1));

const sizeOf = (one: Case): number =>
  one.question.length +
  one.prediction.length +
  one.judgeResponse.length +
  one.goldAnswers.join('').length +
  one.evidence.join('').length +
  500;
