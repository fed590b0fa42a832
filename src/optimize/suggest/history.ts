/** One earlier attempt at a prompt and what became of it: the momentum of the next one. Plain data. */
export interface Attempt {
  /** Full name of the prompt variable. */
  readonly target: string;
  readonly before: string;
  readonly after: string;
  readonly advice: string;
  /** What the gate said; empty while it was not tried. */
  readonly outcome: string;
}

/** The last attempts at a target, as the optimising model reads them; empty when there are none. */
export function historyText(attempts: readonly Attempt[], target: string, length: number): string {
  const last = attempts
    .filter((attempt) => attempt.target === target)
    .slice(-length || attempts.length);
  if (length === 0 || last.length === 0) return '';
  return last
    .map(
      ({ after, advice, outcome }, i) =>
        `Earlier attempt ${i + 1}\nAdvice then:\n${advice}\nPrompt then:\n${after}\nWhat became of it: ${outcome}`,
    )
    .join('\n\n');
}
