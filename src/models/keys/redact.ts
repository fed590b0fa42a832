import type { Problem } from '../../base/problem';

const HIDDEN = '[key]';

/** A text without the key, in case an endpoint repeats it in what it says. */
export function redact(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text;
  return text.replaceAll(key, HIDDEN).replaceAll(encodeURIComponent(key), HIDDEN);
}

/** A problem whose words do not hold the key. */
export const redactProblem = (found: Problem, key: string | undefined): Problem => ({
  ...found,
  detail: redact(found.detail, key),
});
