/** What an endpoint turned out not to take, learnt from its refusals. */
export type Quirk = 'no-temperature' | 'no-seed' | 'no-schema' | 'new-token-limit';
export type Quirks = ReadonlySet<Quirk>;

const SIGNS: readonly (readonly [Quirk, RegExp])[] = [
  ['new-token-limit', /max_completion_tokens/i],
  ['no-temperature', /\btemperature\b/i],
  ['no-seed', /\bseed\b/i],
  ['no-schema', /response_format|json_schema|structured output|responseSchema/i],
];

/** The quirk that a refusal (status 400 or 422) tells of and that was not known before. */
export function quirkIn(status: number, body: string, known: Quirks): Quirk | undefined {
  if (status !== 400 && status !== 422) return undefined;
  return SIGNS.find(([quirk, sign]) => !known.has(quirk) && sign.test(body))?.[0];
}

/** The body of an OpenAI-shaped request as the endpoint wants it. */
export function withQuirks(
  body: Readonly<Record<string, unknown>>,
  quirks: Quirks,
): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body;
  if (limit === undefined) return rest;
  return {
    ...rest,
    [quirks.has('new-token-limit') ? 'max_completion_tokens' : 'max_tokens']: limit,
  };
}
