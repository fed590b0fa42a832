import type { AnsweredQuestion } from '../../optimize/compare/answers';
import type { LoopResult } from '../../optimize/loop/loop';
import type { TrialOfTrace } from '../../optimize/loop/steps';
import type { AskedCall } from '../../optimize/suggest/ask';
import type { TargetSuggestion } from '../../optimize/suggest/suggest';
import type { Problem } from '../../base/problem';
import { blotted, GONE } from './redact';
import { withoutSteps, type WholeLab } from './whole-lab';

/**
 * A lab without anything that a trace or a model said of its messages: questions, answers, diagnoses,
 * advice, calls, notes. Texts of prompts stay, as notes of the notebook do; a suggested one that was refused,
 * as it may quote a case, does not. Figures, ids and settings stay.
 */
export function redactedLab(whole: WholeLab): WholeLab {
  const { lab, trials, suggestions, runs } = whole;
  return {
    ...withoutSteps(whole),
    lab: { ...lab, versions: lab.versions.map((each) => ({ ...each, note: gone(each.note) })) },
    trials: trials.map((each) => ({
      ...each,
      tried: each.tried.map(redactedTry),
      stopped: redactedStop(each.stopped),
    })),
    suggestions: suggestions.map((each) => ({
      ...each,
      suggestion: redactedSuggestion(each.suggestion),
    })),
    runs: runs.map((each) => ({ ...each, result: each.result && redactedResult(each.result) })),
  };
}

const gone = (text: string): string => (text === '' ? '' : GONE);

const redactedAnswer = (answer: AnsweredQuestion): AnsweredQuestion => ({
  ...answer,
  question: blotted(answer.question),
  gold: blotted(answer.gold),
  prediction: blotted(answer.prediction),
});

const redactedTry = (tried: TrialOfTrace): TrialOfTrace => ({
  ...tried,
  answers: tried.answers.map(redactedAnswer),
});

const redactedCall = ({ purpose, messages }: AskedCall): AskedCall => ({
  purpose,
  messages: messages.map(({ role }) => ({ role: role === 'system' ? role : 'user', text: GONE })),
  reply: GONE,
});

const redactedSuggestion = (suggestion: TargetSuggestion): TargetSuggestion => ({
  ...suggestion,
  feedbacks: suggestion.feedbacks.map((each) => ({
    ...each,
    diagnosis: gone(each.diagnosis),
    suggestion: gone(each.suggestion),
    calls: each.calls.map(redactedCall),
  })),
  aggregations: suggestion.aggregations.map((each) => ({
    ...each,
    advice: gone(each.advice),
    calls: each.calls.map(redactedCall),
  })),
  update: suggestion.update && {
    ...suggestion.update,
    prompt: suggestion.update.refused.length > 0 ? GONE : suggestion.update.prompt,
    changes: gone(suggestion.update.changes),
    leaks: suggestion.update.leaks.map((each) => ({ ...each, text: GONE })),
    refused: suggestion.update.refused.map(gone),
    calls: suggestion.update.calls.map(redactedCall),
  },
});

const redactedResult = (result: LoopResult): LoopResult => ({
  ...result,
  control: result.control.map(redactedTry),
  rounds: result.rounds.map((round) => ({
    ...round,
    suggestions: round.suggestions.map(redactedSuggestion),
    trial: round.trial.map(redactedTry),
  })),
  before: result.before.map(redactedAnswer),
  after: result.after.map(redactedAnswer),
  stopped: redactedStop(result.stopped),
});

/** What a server said of a failed call may repeat what it was asked. */
const redactedStop = (stopped: Problem | undefined): Problem | undefined =>
  stopped && { ...stopped, detail: gone(stopped.detail) };
