import type { Fact, Match, PreparedText } from '../matching/fact';
import { matchFact } from '../matching/match-fact';
import { prepareText } from '../matching/prepare';
import type { EverUnit } from './evermemos-units';
import type { FlowTrace } from './path';
import { isEnough, lacking, share } from './reworded-holder';

/** What one unit kept of a fact. */
export interface Kept {
  readonly unit: EverUnit;
  /** The match of its subject and episode, which answers are written from. */
  readonly shown: Match;
  /** The match of its event log, which only retrieval reads. */
  readonly log: Match;
  readonly enough: boolean;
}

const prepared = new WeakMap<
  EverUnit,
  { readonly shown: PreparedText; readonly log: PreparedText }
>();

/** The prepared texts of a unit, made once. */
export function textsOf(unit: EverUnit): {
  readonly shown: PreparedText;
  readonly log: PreparedText;
} {
  let texts = prepared.get(unit);
  if (texts === undefined) {
    // Without the unit's own time: the context does not show it, so it cannot tell when.
    texts = { shown: prepareText(unit.shown), log: prepareText(unit.log, unit.at) };
    prepared.set(unit, texts);
  }
  return texts;
}

/** What a unit keeps of a fact, matched against what it shows and what it logs. */
export function keptBy(trace: FlowTrace, fact: Fact, unit: EverUnit): Kept {
  const texts = textsOf(unit);
  const shown = matchFact(fact, texts.shown);
  const log = matchFact(fact, texts.log);
  return { unit, shown, log, enough: tells(trace, fact, shown, log) };
}

// Log and episode are written from the same messages: where the log has a fact whole, an episode that
// has this much of it words the rest in another way ("lost my job", "laid off").
const WORDED_OTHERWISE = 0.3;
const WHOLE_IN_LOG = 0.8;

/** Whether an episode tells a fact, read together with the event log of the same unit. */
function tells(trace: FlowTrace, fact: Fact, shown: Match, log: Match): boolean {
  const inLog = share(fact, log);
  const inEpisode = share(fact, shown);
  if (!trace.copies && inLog >= WHOLE_IN_LOG && inEpisode >= WORDED_OTHERWISE) return true;
  return isEnough(trace, fact, shown) && !lacksAnchor(fact, shown);
}

// A number or a name has no other wording: with it missing, the rest of a fact must be nearly all.
const NEARLY_ALL = 0.7;

function lacksAnchor(fact: Fact, match: Match): boolean {
  if (share(fact, match) >= NEARLY_ALL) return false;
  const missing = lacking(fact, match);
  return fact.terms.some(
    ({ term, role, anchor }) => anchor && role === 'answer' && missing.has(term),
  );
}
