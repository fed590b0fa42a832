import { criticalFacts } from '../../../src/attribution/matching/critical-facts';
import type { Fact } from '../../../src/attribution/matching/fact';
import { matchFact } from '../../../src/attribution/matching/match-fact';
import { prepareText } from '../../../src/attribution/matching/prepare';
import { openFlowTrace } from '../../../src/attribution/flow/flow-trace';
import { focusOn } from '../../../src/attribution/flow/focus';
import { graphText, rawNode, tinyGraph } from '../../support/graph-file';
import { graphOfText } from '../../support/graph-of-text';
import { unescaped } from '../../../src/attribution/agent/show';

/** What the oracle was told: the task as any model gets it. */
export interface Told {
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  readonly searches: readonly string[];
  readonly answerOp: string;
  readonly evidence: readonly { readonly ref: string; readonly value: string }[];
}

/** Reads the task out of the prompt. */
export function readTask(task: string): Told {
  const part = (name: string): string =>
    unescaped(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`).exec(task)?.[1] ?? '');
  const ops = /<operations_of_the_question search="([^"]*)" answer="([^"]*)"/.exec(task);
  return {
    question: part('question'),
    gold: part('right_answer'),
    prediction: part('given_answer'),
    searches: (ops?.[1] ?? '').split(' ').filter((id) => id !== ''),
    answerOp: ops?.[2] ?? '',
    evidence: [...task.matchAll(/<evidence ref="([^"]*)"[^>]*>([\s\S]*?)<\/evidence>/g)].map(
      ([, ref = '', value = '']) => ({ ref, value: unescaped(value) }),
    ),
  };
}

/** One piece of what was said, and how the oracle tells whether a text still says it. */
export interface Sought {
  readonly ref: string;
  readonly fact: Fact;
  /** A run of words that stands in the message, to search for. */
  readonly phrase: string;
  /** Patterns that find it in other wordings, for a search that knows no words. */
  readonly clues: readonly string[];
  /** 0…1 */
  share(text: string, at?: string): number;
}

/**
 * What the evidence says of the answer. The oracle reads as `flow` does, on the texts it was shown and on
 * nothing else: the messages become a trace of their own that holds nothing besides them.
 */
export async function soughtIn(told: Told, task: string): Promise<readonly Sought[]> {
  const nodes = told.evidence.map(({ value }, i) =>
    // Each in a session of its own: the evidence of a case does not follow on one another.
    rawNode(`message-${i}`, value, { category: 'message', session_id: `s-${i}` }),
  );
  const sessions = nodes.map((_, i) => ({ ...tinyGraph.sessions[0], session_id: `s-${i}` }));
  const graph = await graphOfText(
    graphText({ ...tinyGraph, sessions, nodes, edges: [], operations: [], annotations: [] }),
  );
  const source = openFlowTrace(graph);
  const wanted = {
    question: told.question,
    goldAnswers: [told.gold],
    prediction: told.prediction,
  };
  const prediction = prepareText(told.prediction);
  const literal = /recorded with (?:a RAG|a long-context) memory/.test(task);
  const facts = criticalFacts(
    source,
    wanted,
    told.evidence.map((_, i) => i),
  );
  return facts.map((whole, i) => {
    const fact = focusOn(whole, prediction);
    return {
      ref: told.evidence[i]?.ref ?? '',
      fact,
      phrase: phraseOf(fact.text),
      clues: cluesOf(fact),
      // What is written for a message without a time of its own has the time of the message.
      share: (text, at) => {
        if (standsIn(fact.text, text)) return 1;
        // Where no model writes the units, what does not stand there word for word is not there.
        return literal ? 0 : shareOf(fact, text, at ?? fact.spokenAt);
      },
    };
  });
}

/** Whether all sentences of a fact stand in a text word for word, however it is encoded. */
function standsIn(fact: string, text: string): boolean {
  const inside = bare(text);
  return fact
    .split(/(?<=[.!?])\s+|\n/)
    .map(bare)
    .filter((sentence) => sentence.length > 2)
    .every((sentence) => inside.includes(sentence));
}

const bare = (text: string): string =>
  text
    .replace(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt"'\\]/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function shareOf(fact: Fact, text: string, at: string | undefined): number {
  const match = matchFact(fact, prepareText(text, at));
  if (match.answer === undefined) return match.score;
  if (!fact.asksTime) return match.answer;
  return match.answer * Math.min(1, (match.question ?? match.rest ?? 0) / 0.5);
}

/** The longest run of plain words of a sentence, at most eight of them. */
function phraseOf(sentence: string): string {
  const runs = sentence.split(/[^\p{L}\p{N} '’-]+/u).map((run) => run.trim());
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.split(/\s+/).slice(0, 8).join(' ');
}

/** Runs of words that survive a change of person, and the rarest words of the answer. */
function cluesOf(fact: Fact): readonly string[] {
  const runs = fact.text
    .split(
      /[^\p{L}\p{N} -]+|\b(?:I|me|my|mine|we|us|our|you|your|am|are|is|was|were|have|has|ve|re|m|s)\b/u,
    )
    .map((run) => run.trim())
    .filter((run) => run.split(/\s+/).length >= 3);
  const longest = [...runs].sort((a, b) => b.length - a.length).slice(0, 2);
  const clues = longest.map((run) => run.split(/\s+/).slice(0, 6).join('\\s+'));
  return clues.length > 0 ? clues : [phraseOf(fact.text)];
}
