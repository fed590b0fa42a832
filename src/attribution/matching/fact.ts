import type { DaySpan } from '../../base/text/calendar';
import type { DatePhrase } from '../../base/text/date-phrases';
import type { EvolutionGraph } from '../../graph/evolution-graph';

/*
 * Contract between the matching room and those who use it:
 *
 *   prepareText(text, at?): PreparedText                              once a text, cached by TextSource; `at` is
 *                                                                     the time beside a unit or message (ISO)
 *   criticalFacts(source, failed, evidence): readonly Fact[]          once a case
 *   matchFact(fact, prepared): Match                                  thousands of times a case: keep it
 *                                                                     to term look-ups, no regular expressions
 */

/*
 * What decides on a language model's own wording (measured on `natural`, `human`): the words of the
 * gold answer that the message holds, that the question does not already say and that the prediction
 * LACKS. They are the `answer` terms; gold words that the prediction has already reached the context
 * and weigh a quarter. Fall-backs in order: all gold words in the message; for questions about time
 * the time expressions of the message; then the answer-bearing sentence as `rest`. A gold word is
 * held by a text that has its stem, a number word or irregular form of it, a word sharing its first
 * five letters (creative, creativity), or that joins it with a neighbour (boardgames, board game).
 */

/**
 * One piece of critical information of a case: what has to survive from an evidence message to the
 * answer. Made once a case by `criticalFacts`; compared with many texts by `matchFact`.
 */
export interface Fact {
  /** Index of the evidence message variable in its graph. */
  readonly evidence: number;
  /** The decoded content of the message, without speaker lines and metadata the layer appended. */
  readonly messageText: string;
  /** The answer-bearing sentence or sentences of the message. */
  readonly text: string;
  /** Who said it, and when (conversation time, ISO), as far as the message says. */
  readonly speaker: string | undefined;
  readonly spokenAt: string | undefined;
  /** True when the question asks for a time: then the date of a unit counts as part of the fact. */
  readonly asksTime: boolean;
  /** What the time of the fact comes to, in days; empty when time does not matter or is unknown. */
  readonly times: readonly DaySpan[];
  /** The wording of its relative times ("last week"), for texts without a day to count from. */
  readonly timePhrases: readonly string[];
  /** Terms of the speaker's name, and of the names of everybody else who speaks in the trace. */
  readonly speakerTerms: readonly string[];
  readonly otherTerms: readonly string[];
  /**
   * What the question names and the message does not ("her cats" where the message says "them"): one
   * of them ties a reworded text to the question.
   */
  readonly ties: readonly string[];
  /**
   * Set when the answer sentences point at people or things by a pronoun: then a reworded text must
   * name one of the ties, or for `company` ("we") at least somebody beside the speaker.
   */
  readonly pointsAt: 'things' | 'company' | undefined;
  /** 0…1: share of the gold answer's weight that this message supplies; 0 when it holds none of it. */
  readonly supplies: number;
  /** The terms of the gold answer that it supplies, as the gold answer words them. */
  readonly golds: readonly string[];
  /** The weighed terms that must survive; the matching room alone reads them. */
  readonly terms: readonly FactTerm[];
}

/** One term of a fact with its weight; `anchor` terms (names, numbers, dates, gold words) are hard. */
export interface FactTerm {
  readonly term: string;
  readonly weight: number;
  readonly anchor: boolean;
  /** Other terms that say the same; each counts a little less than the term itself. */
  readonly alternates: readonly string[];
  /**
   * Why the term counts: it is in the gold answer (as the message words it), it is in the question
   * and ties the fact to it, or it merely stands in the answer-bearing sentence.
   */
  readonly role: 'answer' | 'question' | 'rest';
  /** The title it is part of. */
  readonly title?: Title | undefined;
  /** The answer-bearing sentence of the message it stands in, by number; absent outside of them. */
  readonly sentence?: number | undefined;
}

/** Words in quotation marks, which only count where they stand together: "Finding Home". */
export interface Title {
  readonly id: number;
  /** Tokens from the first to the last of its terms. */
  readonly length: number;
}

/** How much of a fact one text holds. */
export interface Match {
  /** 0…1: share of the fact's weight found, reduced by missing anchors. */
  readonly score: number;
  /** Share of the weight found among the terms of one role; `undefined` when the fact has none of it. */
  readonly answer: number | undefined;
  readonly question: number | undefined;
  readonly rest: number | undefined;
  /** `whole`: nothing needed is missing; `part`: some of it; `none`. */
  readonly level: 'whole' | 'part' | 'none';
  /**
   * Whether the text speaks of the same thing: not of another person than the fact, and naming what
   * the message only points at ("them"), unless it was copied. `whole` needs it.
   */
  readonly about: boolean;
  /** Terms of the fact that the text lacks, heaviest first. */
  readonly missing: readonly string[];
  /** The best span of the text, UTF-16 offsets into the decoded text; absent at level `none`. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/** A text made ready for many comparisons; only the matching room looks inside. */
export interface PreparedText {
  readonly text: string;
  /** Normalised terms (stems, numbers, dates) to the positions of their tokens; made when first asked for. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
  /** The number of the term of token i (`base/text/lexicon`); 0 for a function word. */
  readonly ids: readonly number[];
  /** The number of the family of token i, the first letters of its term; 0 for one without. */
  readonly families: readonly number[];
  /** Whether all its terms have numbers; else only `terms` tells. */
  readonly numbered: boolean;
  /** UTF-16 offsets of token i: `offsets[2 * i]` to `offsets[2 * i + 1]`. */
  readonly offsets: readonly number[];
  /** The number of the sentence (or line) of token i. */
  readonly sentences: readonly number[];
  /** The times it names, in order, resolved to days where that is possible. */
  readonly dates: readonly DatePhrase[];
  /** The day of the text when it is known from outside the text. */
  readonly day: number | undefined;
}

/** The decoded texts of one trace and what is common in them; one a trace, caches inside. */
export interface TextSource {
  readonly graph: EvolutionGraph;
  /** Plain decoded text of a variable's value: for a message its content, for a unit its memory text. */
  text(node: number): string;
  /** The same, prepared for matching. */
  prepared(node: number): PreparedText;
  /** 0…1: how telling a term is in this trace (1 rare, 0 in every message). */
  weight(term: string): number;
}
