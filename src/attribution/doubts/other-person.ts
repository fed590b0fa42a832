import { goldText } from '../../cases/case';
import { abstains, goldAbstains } from '../matching/abstention';
import type { PreparedText } from '../matching/fact';
import { preparedMessage, readMessage } from '../matching/message';
import { speakersOf } from '../matching/participants';
import { prepareText } from '../matching/prepare';
import { findTerm } from '../matching/related';
import type { LabelCheck } from './case-doubts';
import { messageQuote } from './message-quote';

const FIRST_PERSON = /\b(?:I|I'm|I've|I'd|I'll|my|me|mine|we|we're|we've|our|us)\b/iu;

// Share of the gold answer that the other person's message must hold to be its source.
const MOST_OF_GOLD = 0.7;

/**
 * The question asks about one person, the evidence is another person speaking of themselves. Only
 * when the answer shares words with the gold answer is it plain that the system answered for the
 * person asked about; without that the gold answer may still be right about both.
 */
export const otherPerson: LabelCheck = (source, failed, evidence, mode) => {
  const gold = goldText(failed);
  if (gold.trim() === '' || goldAbstains(gold) || evidence.length === 0) return undefined;
  const asked = prepareText(failed.question);
  const named = speakersOf(source).filter((name) => asked.terms.has(name));
  if (named.length !== 1) return undefined;
  const messages = evidence.map((node) => ({ node, message: readMessage(source.graph, node) }));
  const speaks = (speaker: string | undefined): boolean =>
    speaker === undefined || [...prepareText(speaker).terms.keys()].some((t) => named.includes(t));
  if (messages.some(({ message }) => speaks(message.speaker))) return undefined;
  const wanted = [...prepareText(gold).terms.keys()].filter((term) => !asked.terms.has(term));
  const telling = messages.find(
    ({ node, message }) =>
      FIRST_PERSON.test(message.content.replaceAll('’', "'")) &&
      shareOf(preparedMessage(source.graph, node), wanted) >= MOST_OF_GOLD,
  );
  if (telling === undefined) return undefined;
  const answered =
    !abstains(failed.prediction) && shareOf(prepareText(failed.prediction), wanted) > 0;
  return {
    about: 'label',
    // A search may simply have missed what the person asked about says.
    confidence: answered && mode === 'labelled' ? 0.82 : 0.6,
    sentence: `The question asks about somebody else than ${telling.message.speaker ?? 'the speaker'}, whose own words are the evidence.`,
    quotes: messageQuote(source, telling.node),
  };
};

function shareOf(text: PreparedText, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  return wanted.filter((term) => findTerm(text, term) !== undefined).length / wanted.length;
}
