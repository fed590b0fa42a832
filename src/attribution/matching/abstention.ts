import { fold } from '../../base/text/fold';

// Ways in which answer models say that they do not know. Each is a whole refusal on its own: "not
// mentioned" inside a longer answer ("Max is 8; Luna's age is not mentioned") refuses a part only.
const REFUSALS =
  /\b(?:i (?:do not|don't|cannot|can't|could not|couldn't) (?:know|have|find|answer|determine|recall|provide|tell|see)|no (?:information|info|mention|memory|memories|record|evidence|data|details?|answer|relevant|specific)|not (?:mentioned|specified|stated|available|provided|known|given|enough|clear|found|recorded|possible|sure)|(?:is|are|was|were) (?:not|n't) (?:mentioned|specified|stated|provided|known|given|clear|available|described|recorded)|(?:isn't|aren't|wasn't|weren't) (?:mentioned|specified|stated|provided|known|given|clear|available|described|recorded)|(?:do|does|did) not (?:say|mention|specify|state|contain|provide|give|include|describe|indicate|reveal|list)|(?:don't|doesn't|didn't) (?:say|mention|specify|state|contain|provide|give|include|describe|indicate|reveal|list)|unknown|unanswerable|insufficient|unable to|cannot be (?:determined|answered|found)|there(?: is|'s| are) no|sorry)\b|不知道|没有提到|没有提及|未提及|无法|未知|わかりません|不明|모르/u;

/**
 * Whether a prediction abstains, at least in part: it says that the answer is unknown, not
 * mentioned, or not in the memories.
 */
export const abstains = (prediction: string): boolean =>
  prediction.trim() === '' || REFUSALS.test(fold(prediction));

/** Whether a gold answer itself says that there is no answer (adversarial and abstention questions). */
export const goldAbstains = (gold: string): boolean => {
  const folded = fold(gold).trim();
  return folded.length < 120 && REFUSALS.test(folded);
};
