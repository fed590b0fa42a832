import { goldText } from '../../cases/case';
import { objectField, stringsField } from '../../trace/json';
import type { PreparedText, TextSource } from '../matching/fact';
import { preparedMessage } from '../matching/message';
import { prepareText } from '../matching/prepare';
import { findTerm } from '../matching/related';
import type { LabelCheck } from './case-doubts';
import { messageQuote } from './message-quote';

const CAPTION_KEYS = ['blip_caption', 'image_caption', 'caption'];

// Share of the gold answer's words that only captions hold. All of them in both such cases of the
// model-worded development traces; a word or two in common ("a photo of …") is chance.
const MOST_IN_CAPTION = 0.6;

/**
 * The gold answer stands only in the caption of an image that an evidence message came with. The
 * caption is metadata, not part of the conversation, so no memory system was ever given it
 * (memory-systems §0.2).
 */
export const imageOnly: LabelCheck = (source, failed, evidence) => {
  const asked = prepareText(failed.question).terms;
  const wanted = [...prepareText(goldText(failed)).terms.keys()].filter((term) => !asked.has(term));
  if (wanted.length === 0) return undefined;
  const said = evidence.map((node) => preparedMessage(source.graph, node));
  // Most messages say what the answer says: their records need not be read.
  const unsaid = wanted.filter((term) => !heldBy(said, term));
  if (unsaid.length / wanted.length < MOST_IN_CAPTION) return undefined;
  const captions = evidence.flatMap((node) =>
    captionsOf(source, node).map((text) => ({ node, text })),
  );
  if (captions.length === 0) return undefined;
  const pictured = captions.map(({ text }) => prepareText(text));
  const shown = unsaid.filter((term) => heldBy(pictured, term));
  if (shown.length / wanted.length < MOST_IN_CAPTION) return undefined;
  const [first] = captions;
  if (first === undefined) return undefined;
  return {
    about: 'label',
    confidence: onlyNumbers(shown) ? 0.5 : shown.length === wanted.length ? 0.9 : 0.82,
    sentence:
      'The gold answer stands only in the caption of an image, which the memory system was never given.',
    quotes: messageQuote(source, first.node),
  };
};

// "two people" in a caption and "twice" as the answer meet by chance.
const onlyNumbers = (terms: readonly string[]): boolean =>
  terms.every((term) => term.startsWith('#'));

function captionsOf(source: TextSource, node: number): readonly string[] {
  const metadata = objectField(source.graph.nodeRecord(node), 'metadata');
  return CAPTION_KEYS.flatMap((key) => stringsField(metadata, key));
}

const heldBy = (texts: readonly PreparedText[], term: string): boolean =>
  texts.some((text) => findTerm(text, term) !== undefined);
