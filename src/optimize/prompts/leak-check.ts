import { normalised } from '../../replay/scoring/answer-scores';

/** Something in a new prompt that has no business there. Plain data. */
export interface Leak {
  readonly kind: 'optimiser-words' | 'gold-answer' | 'case-text' | 'name';
  /** The words as they stand in the prompt, normalised. */
  readonly text: string;
}

/** Texts that must not find their way into a prompt: those of every case, hold-out included. */
export interface CaseTexts {
  readonly golds: readonly string[];
  /** Questions, predictions, judge responses, evidence messages. */
  readonly texts: readonly string[];
  /** Names of the people in the conversations. */
  readonly names: readonly string[];
}

/** Words that belong to whoever rewrites prompts, not to a prompt. */
const OPTIMISER = [
  'feedback',
  'gradient',
  'failed case',
  'failure case',
  'failed question',
  'error type',
  'extractionerror',
  'updateerror',
  'deletionerror',
  'retrievalerror',
  'responseerror',
  'verdict',
  'memtrace',
  'improved prompt',
  'improved version',
  'revised prompt',
  'previous version of this prompt',
  'gold answer',
  'hold out',
  'optimiser',
  'optimizer',
  'as requested',
  'here is',
];

/** A run of this many words shared with a case is a copy. */
const RUN = 6;
/** A gold answer shorter than this, in characters, stands in prompts by chance. */
const SHORTEST_GOLD = 5;

/**
 * What a new prompt says that the old one did not and that comes from the optimiser or from the cases: its
 * own words about its work, a gold answer, six words in a row of a case, a name. A prompt that holds the
 * answers of the cases it is tried on proves nothing.
 */
export function findLeaks(before: string, after: string, cases: CaseTexts): readonly Leak[] {
  const old = padded(before);
  const text = padded(after);
  const isNew = (piece: string): boolean =>
    text.includes(` ${piece} `) && !old.includes(` ${piece} `);
  const leaks: Leak[] = [];
  for (const words of OPTIMISER)
    if (isNew(words)) leaks.push({ kind: 'optimiser-words', text: words });
  for (const gold of new Set(cases.golds.map(normalised)))
    if (gold.length >= SHORTEST_GOLD && isNew(gold))
      leaks.push({ kind: 'gold-answer', text: gold });
  for (const name of new Set(cases.names.map(normalised)))
    if (name.length > 2 && isNew(name)) leaks.push({ kind: 'name', text: name });
  const runs = runsOf(after, old);
  for (const source of cases.texts) {
    const said = padded(source);
    const copied = runs.find((run) => said.includes(` ${run} `));
    if (copied !== undefined) leaks.push({ kind: 'case-text', text: copied });
  }
  return distinct(leaks);
}

const padded = (text: string): string => ` ${normalised(text.replace(/[-–—/]/g, ' '))} `;

/** Runs of six words that only the new text has. */
function runsOf(after: string, old: string): readonly string[] {
  const words = padded(after).trim().split(' ');
  const runs: string[] = [];
  for (let i = 0; i + RUN <= words.length; i++) {
    const run = words.slice(i, i + RUN).join(' ');
    if (!old.includes(` ${run} `)) runs.push(run);
  }
  return runs;
}

const distinct = (leaks: readonly Leak[]): readonly Leak[] => [
  ...new Map(leaks.map((leak) => [`${leak.kind} ${leak.text}`, leak])).values(),
];
