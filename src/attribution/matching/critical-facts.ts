import { answerSentences, sentenceText } from './answer-sentences';
import type { Fact, TextSource } from './fact';
import { factTerms } from './fact-terms';
import { tiesOf } from './fact-ties';
import { timesOf, withDatedSentences } from './fact-times';
import { goldTerms } from './gold-terms';
import { preparedMessage, readMessage } from './message';
import { participantTerms } from './participants';
import { isCalculated, wantedOf, type Wanted, type WantedCase } from './wanted';

/** A question that holds less than this of the gold answer only asks for it. */
const ASKED_ONLY = 0.34;

/**
 * The critical information of a case: for each evidence message the sentences that bear the answer
 * and the terms that must survive. Messages come in the order given; a message without any word of
 * the answer still yields a fact (`supplies` 0), because inference needs it.
 */
export function criticalFacts(
  source: TextSource,
  failed: WantedCase,
  evidence: readonly number[],
): readonly Fact[] {
  const given = wantedOf(failed);
  const messages = evidence.map((node) => preparedMessage(source.graph, node));
  const calculates = isCalculated(failed.question, given, messages);
  const wanted = { ...given, calculates };
  return evidence.map((node) => answeringFact(source, wanted, node));
}

/** A message that asks for the answer instead of giving it stands for the next one, if that has it. */
function answeringFact(source: TextSource, wanted: Wanted, evidence: number): Fact {
  const fact = makeFact(source, wanted, evidence);
  if (fact.supplies > ASKED_ONLY || !/[?？]\s*$/.test(fact.messageText)) return fact;
  const next = nextMessage(source, evidence);
  if (next === undefined) return fact;
  const answer = makeFact(source, wanted, next);
  return answer.supplies > 2 * fact.supplies ? answer : fact;
}

function nextMessage(source: TextSource, evidence: number): number | undefined {
  const { graph } = source;
  for (let node = evidence + 1; node < graph.nodeCount; node++)
    if (graph.category(node) === 'message')
      return graph.nodeSession(node) === graph.nodeSession(evidence) ? node : undefined;
  return undefined;
}

function makeFact(source: TextSource, wanted: Wanted, evidence: number): Fact {
  const message = readMessage(source.graph, evidence);
  const content = preparedMessage(source.graph, evidence);
  const gold = goldTerms(source, wanted, content);
  const bearing = answerSentences(source, wanted, content, gold);
  const sentences = withDatedSentences(wanted, message, content, bearing);
  const text = sentenceText(content, sentences);
  const names = participantTerms(source, message.speaker);
  return {
    evidence,
    messageText: message.content,
    text,
    speaker: message.speaker,
    spokenAt: message.at,
    asksTime: wanted.asksTime,
    ...timesOf(wanted, message, content, sentences),
    speakerTerms: names.speaker,
    otherTerms: names.others,
    ...tiesOf(wanted, content, text, names),
    supplies: gold.share,
    golds: gold.golds,
    terms: factTerms(source, wanted, content, gold, sentences),
  };
}
