const UNIT_MS = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/**
 * How long an answer with status 429 or 503 asks to wait, in milliseconds: from `retry-after-ms`,
 * from `Retry-After` (seconds or a date, RFC 9110 10.2.3), or from its text, because a browser shows
 * these headers only where the endpoint exposes them.
 * @param now milliseconds since 1970
 */
export function waitNamed(
  headers: Readonly<Record<string, string>>,
  body: string,
  now: number,
): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const after = headers['retry-after'];
  if (after !== undefined && after !== '') {
    const seconds = Number(after);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
    const date = Date.parse(after);
    if (Number.isFinite(date)) return Math.max(0, date - now);
  }
  const phrase =
    /(?:try again in|retry in|retryDelay"?\s*:\s*"?|wait)\s*((?:\d+(?:\.\d+)?\s*(?:ms|s|m|h)(?![a-z])\s*)+)/i;
  const named = phrase.exec(body)?.[1];
  return named === undefined ? undefined : parseSpan(named);
}

/** `1m30.5s` in milliseconds. */
function parseSpan(text: string): number {
  let sum = 0;
  for (const [, amount = '0', unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h)/gi))
    sum += Number(amount) * (UNIT_MS.get(unit.toLowerCase()) ?? 0);
  return sum;
}

/** A wait longer than this is no pause but the end of a day's quota. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * Whether an answer says that a quota of a day or a credit is used up, so that waiting a minute is
 * of no use. Gemini words both alike and tells them apart by the name of the quota.
 */
export function isQuotaSpent(body: string, waitMs: number | undefined): boolean {
  if (waitMs !== undefined && waitMs > LONGEST_PAUSE_MS) return true;
  if (/per[ _-]?day|daily|\b[RT]PD\b/i.test(body)) return true;
  if (/per[ _-]?minute|\b[RT]PM\b/i.test(body)) return false;
  return /insufficient_quota|exceeded your current quota|credit balance|insufficient (?:credits|balance)|billing/i.test(
    body,
  );
}
