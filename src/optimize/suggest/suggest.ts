import * as v from 'valibot';
import type { QueryId, TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { shuffled } from '../../base/shuffle';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatMessage, ChatModel } from '../../models/contract/chat';
import { findLeaks, type CaseTexts, type Leak } from '../prompts/leak-check';
import { checkPlaceholders, mayRun, type PlaceholderCheck } from '../prompts/placeholders';
import { ask, type AskedCall } from './ask';
import { caseText } from './case-text';
import { historyText, type Attempt } from './history';
import {
  AGGREGATE_SCHEMA,
  AGGREGATE_TASK,
  FEEDBACK_SCHEMA,
  FEEDBACK_TASK,
  REPAIR_TASK,
  UPDATE_SCHEMA,
  UPDATE_TASK,
} from './wording';

/** How suggestions are made. Plain data. */
export interface SuggestSettings {
  /** Decides which cases are looked at, and the order in which feedback is brought together. */
  readonly seed: number;
  /** Feedbacks brought together at once; 4 in the published method. */
  readonly batchSize: number;
  /** Failed cases looked at for one prompt. */
  readonly casesPerTarget: number;
  /** Earlier attempts that are shown; 1 in the published method, 0 for none. */
  readonly historyLength: number;
  readonly temperature: number;
}

export const SUGGEST_DEFAULTS: SuggestSettings = {
  seed: 1,
  batchSize: 4,
  casesPerTarget: 12,
  historyLength: 1,
  temperature: 1,
};

/** What was said about a prompt because of one failed case. Plain data. */
export interface Feedback {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly opId: string;
  readonly diagnosis: string;
  /** Empty when the model found nothing to suggest. */
  readonly suggestion: string;
  readonly calls: readonly AskedCall[];
}

/** One step of bringing feedback together. */
export interface Aggregation {
  /** How many feedbacks this step read for the first time. */
  readonly taken: number;
  readonly advice: string;
  readonly calls: readonly AskedCall[];
}

/** A rewritten prompt, and whether it may be used. */
export interface PromptUpdate {
  readonly prompt: string;
  readonly changes: string;
  readonly placeholders: PlaceholderCheck;
  readonly leaks: readonly Leak[];
  /** Why it must not be used; empty when it may. */
  readonly refused: readonly string[];
  readonly calls: readonly AskedCall[];
}

/** Everything that led to one suggestion. Plain data; every intermediate is kept. */
export interface TargetSuggestion {
  readonly target: string;
  readonly before: string;
  readonly feedbacks: readonly Feedback[];
  readonly aggregations: readonly Aggregation[];
  /** Absent when no feedback suggested anything. */
  readonly update: PromptUpdate | undefined;
}

/** A failed case that the suggestions for a target may learn from. */
export interface Lesson {
  /** The trace of the lab it is counted under. */
  readonly traceKey: TraceKey;
  readonly graph: EvolutionGraph;
  readonly failed: Case;
  readonly verdict: Verdict;
}

/** Keeps finished steps, so that a run that stopped goes on where it was. */
export interface SuggestJournal {
  feedback(key: string, make: () => Promise<Result<Feedback>>): Promise<Result<Feedback>>;
  aggregation(key: string, make: () => Promise<Result<Aggregation>>): Promise<Result<Aggregation>>;
  update(key: string, make: () => Promise<Result<PromptUpdate>>): Promise<Result<PromptUpdate>>;
}

/** A journal that keeps nothing. */
export const NO_JOURNAL: SuggestJournal = {
  feedback: (_key, make) => make(),
  aggregation: (_key, make) => make(),
  update: (_key, make) => make(),
};

export interface SuggestParts {
  readonly target: string;
  /** The prompt as it is now, and as it was recorded: the placeholders of the latter have to survive. */
  readonly text: string;
  readonly recorded: string;
  /** Failed cases of tune whose decisive operation reads the prompt. */
  readonly lessons: readonly Lesson[];
  readonly history: readonly Attempt[];
  /** Texts of every case, hold-out included, that must not stand in a prompt. */
  readonly secrets: CaseTexts;
  readonly settings: SuggestSettings;
  readonly model: ChatModel;
  readonly journal?: SuggestJournal;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Suggests a new text for one prompt (memtrace-method §10): feedback on each failed case, brought together
 * in batches, then the update. Only what the cases have in common may reach the prompt: it is checked for
 * words of the cases and of the optimiser, asked for once more if it fails, and refused if it fails again.
 */
export async function suggest(parts: SuggestParts): Promise<Result<TargetSuggestion>> {
  const { target, text, lessons, settings, journal = NO_JOURNAL } = parts;
  if (lessons.length === 0) return err(problem('lab-no-cases', target));
  const chosen = shuffled(lessons, settings.seed).slice(0, settings.casesPerTarget);
  const batches = Math.ceil(Math.max(0, chosen.length - 1) / Math.max(1, settings.batchSize - 1));
  const total = chosen.length + batches + 1;
  let done = 0;
  const step = (): void => parts.onProgress?.(++done, total);
  const feedbacks: Feedback[] = [];
  for (const lesson of chosen) {
    const key = `${target}/${lesson.traceKey} ${lesson.failed.queryId}`;
    const feedback = await journal.feedback(key, () => giveFeedback(parts, lesson));
    if (!feedback.ok) return feedback;
    feedbacks.push(feedback.value);
    step();
  }
  const useful = feedbacks.filter(({ suggestion }) => suggestion.trim() !== '');
  if (useful.length === 0)
    return ok({ target, before: text, feedbacks, aggregations: [], update: undefined });
  const aggregations = await aggregate(parts, journal, useful, step);
  if (!aggregations.ok) return aggregations;
  const advice = aggregations.value.at(-1)?.advice ?? useful[0]?.suggestion ?? '';
  const update = await journal.update(target, () => rewrite(parts, advice));
  if (!update.ok) return update;
  step();
  return ok({
    target,
    before: text,
    feedbacks,
    aggregations: aggregations.value,
    update: update.value,
  });
}

/** The advice that an update followed. */
export const adviceOf = ({ aggregations, feedbacks }: TargetSuggestion): string =>
  aggregations.at(-1)?.advice ??
  feedbacks.find(({ suggestion }) => suggestion !== '')?.suggestion ??
  '';

const user = (parts: readonly string[]): ChatMessage => ({
  role: 'user',
  text: parts.filter((part) => part !== '').join('\n\n'),
});
const promptText = (text: string): string => `Prompt\n<<<\n${text}\n>>>`;

async function giveFeedback(
  { text, target, history, settings, model, signal }: SuggestParts,
  { traceKey, graph, failed, verdict }: Lesson,
): Promise<Result<Feedback>> {
  const asked = await ask(model, {
    purpose: 'feedback on a prompt',
    messages: [
      { role: 'system', text: FEEDBACK_TASK },
      user([
        promptText(text),
        historyText(history, target, settings.historyLength),
        caseText(graph, failed, verdict),
      ]),
    ],
    schema: FEEDBACK_SCHEMA,
    answer: v.object({ diagnosis: v.string(), suggestion: v.string() }),
    seed: settings.seed,
    temperature: settings.temperature,
    signal,
  });
  if (!asked.ok) return asked;
  const { answer, calls } = asked.value;
  return ok({ traceKey, queryId: failed.queryId, opId: verdict.opId, ...answer, calls });
}

/** Feedback in seeded order: the first batch, then what came of it with the next, until all are read. */
async function aggregate(
  { target, settings, model, signal }: SuggestParts,
  journal: SuggestJournal,
  feedbacks: readonly Feedback[],
  step: () => void,
): Promise<Result<readonly Aggregation[]>> {
  const waiting = shuffled(feedbacks, settings.seed + 1).map(({ suggestion }) => suggestion);
  const size = Math.max(2, settings.batchSize);
  const made: Aggregation[] = [];
  let at = 0;
  while (at < waiting.length && waiting.length > 1) {
    const before = made.at(-1);
    const batch = waiting.slice(at, at + (before === undefined ? size : size - 1));
    at += batch.length;
    const pieces = [...(before === undefined ? [] : [before.advice]), ...batch];
    const step1 = await journal.aggregation(`${target}/${made.length}`, async () => {
      const asked = await ask(model, {
        purpose: 'bringing feedback together',
        messages: [
          { role: 'system', text: AGGREGATE_TASK },
          user(pieces.map((piece, i) => `Reviewer ${i + 1}\n${piece}`)),
        ],
        schema: AGGREGATE_SCHEMA,
        answer: v.object({ advice: v.string() }),
        seed: settings.seed,
        temperature: settings.temperature,
        signal,
      });
      if (!asked.ok) return asked;
      return ok({ taken: batch.length, ...asked.value.answer, calls: asked.value.calls });
    });
    if (!step1.ok) return step1;
    made.push(step1.value);
    step();
  }
  return ok(made);
}

async function rewrite(parts: SuggestParts, advice: string): Promise<Result<PromptUpdate>> {
  const { text, target, history, settings, model, signal } = parts;
  const calls: AskedCall[] = [];
  let faults: readonly string[] = [];
  let last: PromptUpdate | undefined;
  for (let attempt = 0; attempt < 2; attempt++) {
    const again =
      last === undefined ? '' : `${REPAIR_TASK}\n- ${faults.join('\n- ')}\n\n${last.prompt}`;
    const asked = await ask(model, {
      purpose: 'rewriting a prompt',
      messages: [
        { role: 'system', text: UPDATE_TASK },
        user([
          promptText(text),
          historyText(history, target, settings.historyLength),
          `Advice\n${advice}`,
          again,
        ]),
      ],
      schema: UPDATE_SCHEMA,
      answer: v.object({ prompt: v.string(), changes: v.optional(v.string(), '') }),
      seed: settings.seed + attempt,
      temperature: settings.temperature,
      signal,
    });
    if (!asked.ok) return asked;
    calls.push(...asked.value.calls);
    const { prompt, changes } = asked.value.answer;
    const placeholders = checkPlaceholders(parts.recorded, prompt);
    const leaks = findLeaks(text, prompt, parts.secrets);
    faults = faultsOf(text, prompt, placeholders, leaks);
    last = { prompt, changes, placeholders, leaks, refused: faults, calls: [...calls] };
    if (faults.length === 0) break;
  }
  return last === undefined ? err(problem('lab-answer')) : ok(last);
}

/** Why a rewritten prompt must not be used, each in one sentence. */
function faultsOf(
  before: string,
  prompt: string,
  placeholders: PlaceholderCheck,
  leaks: readonly Leak[],
): readonly string[] {
  const faults: string[] = [];
  if (prompt.trim() === '') faults.push('It is empty.');
  else if (prompt.trim() === before.trim()) faults.push('It is the old prompt, unchanged.');
  if (!mayRun(placeholders))
    faults.push(`These placeholders are missing: ${placeholders.missing.join(', ')}.`);
  for (const leak of leaks) faults.push(LEAK_WORDS[leak.kind](leak.text));
  return faults;
}

const LEAK_WORDS: Readonly<Record<Leak['kind'], (text: string) => string>> = {
  'optimiser-words': (text) => `It speaks of the work on it: “${text}”.`,
  'gold-answer': (text) => `It holds the right answer of a case: “${text}”.`,
  'case-text': (text) => `It copies words of a case: “${text}”.`,
  name: (text) => `It names a person of a case: “${text}”.`,
};
