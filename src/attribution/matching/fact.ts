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
  /** The weighed terms that must survive; the matching room alone reads them. */
  readonly terms: readonly FactTerm[];
}

/** One term of a fact with its weight; `anchor` terms (names, numbers, dates, gold words) are hard. */
export interface FactTerm {
  readonly term: string;
  readonly weight: number;
  readonly anchor: boolean;
}

/** How much of a fact one text holds. */
export interface Match {
  /** 0…1: share of the fact's weight found, reduced by missing anchors. */
  readonly score: number;
  /** `whole`: nothing needed is missing; `part`: some of it; `none`. */
  readonly level: 'whole' | 'part' | 'none';
  /** Terms of the fact that the text lacks, heaviest first. */
  readonly missing: readonly string[];
  /** The best span of the text, UTF-16 offsets; absent at level `none`. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}
