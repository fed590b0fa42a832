import { shorten } from '../../base/text/shorten';
import { goldText, type Case } from '../../cases/case';
import { confidentDoubt, shownType } from '../../cases/verdict';
import type { NamedVerdict } from '../../store/verdict-door';
import type { CaseRow, VerdictRow } from './contract';

/** Longest text in a row; the table cuts to its columns anyway. */
const MOST = 300;

/** What the table shows of a case. */
export function caseRow(c: Case, found: NamedVerdict | undefined): CaseRow {
  return {
    traceKey: c.traceKey,
    queryId: c.queryId,
    question: shorten(c.question, MOST),
    gold: shorten(goldText(c), MOST),
    prediction: shorten(c.prediction, MOST),
    system: c.system,
    dataset: c.dataset,
    questionType: c.questionType,
    outcome: c.outcome,
    score: c.score,
    label: c.label && { errorType: c.label.errorType, opId: c.label.opId },
    verdict: found && verdictRow(found),
  };
}

function verdictRow({ verdict, opName, proof }: NamedVerdict): VerdictRow {
  return {
    shownType: shownType(verdict),
    opId: verdict.opId,
    opName,
    confidence: confidentDoubt(verdict)?.confidence ?? verdict.confidence,
    unsure: verdict.unsure,
    sentence: shorten(verdict.sentence, MOST),
    evidenceMode: verdict.evidenceMode,
    ...(proof && { proof: proof.outcome }),
  };
}
