import { piecesOf, type Behaviour } from './behaviour';

export type Shape = 'openai' | 'anthropic' | 'gemini';

type Answer = Extract<Behaviour, { kind: 'answer' }>;

/** Tokens that the stand-in counts: one a word, of what it was sent and of what it says. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** The beginning, the pieces and the end of a streamed answer in a provider's own shape. */
export interface Frames {
  readonly first: string;
  readonly pieces: readonly string[];
  readonly last: string;
}

export function framesOf(shape: Shape, script: Answer, inputTokens: number): Frames {
  const text = script.text;
  const pieces = piecesOf(text, script.piece ?? 8);
  const outputTokens = wordsIn(text);
  const calls = script.calls ?? [];
  const cached = script.cached ?? 0;
  switch (shape) {
    case 'openai':
      return openai(pieces, calls, inputTokens, outputTokens, cached);
    case 'anthropic':
      return anthropic(pieces, calls, inputTokens, outputTokens, cached);
    case 'gemini':
      return gemini(pieces, calls, inputTokens, outputTokens, cached);
  }
}

type Calls = NonNullable<Answer['calls']>;

function openai(
  pieces: readonly string[],
  calls: Calls,
  input: number,
  output: number,
  cached: number,
): Frames {
  const chunk = (delta: object, finish: string | null = null): string =>
    event({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const tools = calls.map(({ name, arguments: text }, index) =>
    chunk({
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name, arguments: text } },
      ],
    }),
  );
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return {
    first: chunk({ role: 'assistant', content: '' }),
    pieces: pieces.map((content) => chunk({ content })),
    last: `${tools.join('')}${chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')}${event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}${event('[DONE]')}`,
  };
}

function anthropic(
  pieces: readonly string[],
  calls: Calls,
  input: number,
  output: number,
  cached: number,
): Frames {
  const say = (type: string, rest: object = {}): string => event({ type, ...rest }, type);
  const tools = calls.map(({ name, arguments: text }, i) => {
    const index = i + 1;
    return [
      say('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `call_${i}`, name, input: {} },
      }),
      say('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: text },
      }),
      say('content_block_stop', { index }),
    ].join('');
  });
  const message = {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: input - cached,
      output_tokens: 1,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: 0,
    },
  };
  return {
    first:
      say('message_start', { message }) +
      say('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    pieces: pieces.map((text) =>
      say('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    last:
      say('content_block_stop', { index: 0 }) +
      tools.join('') +
      say('message_delta', {
        delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: output },
      }) +
      say('message_stop'),
  };
}

function gemini(
  pieces: readonly string[],
  calls: Calls,
  input: number,
  output: number,
  cached: number,
): Frames {
  const chunk = (parts: readonly object[], rest: object = {}): string =>
    event({ candidates: [{ index: 0, content: { role: 'model', parts }, ...rest }] });
  const parsed = calls.map(({ name, arguments: text }) => ({
    functionCall: { name, args: parsedArguments(text) },
  }));
  const end = {
    candidates: [{ index: 0, content: { role: 'model', parts: parsed }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      cachedContentTokenCount: cached,
    },
  };
  return { first: '', pieces: pieces.map((text) => chunk([{ text }])), last: event(end) };
}

/** An error in a provider's own shape. */
export function errorBody(shape: Shape, status: number, message: string): string {
  if (shape === 'anthropic')
    return JSON.stringify({ type: 'error', error: { type: 'error', message } });
  if (shape === 'gemini')
    return JSON.stringify({ error: { code: status, message, status: 'ERROR' } });
  return JSON.stringify({ error: { message, type: 'error', code: null } });
}

/** Vectors that depend on the text, so that equal texts get equal ones. */
export function embeddingBody(shape: Shape, texts: readonly string[]): string {
  const vectors = texts.map((text) => [text.length, wordsIn(text), text.codePointAt(0) ?? 0]);
  if (shape === 'gemini') {
    const embeddings = vectors.map((values) => ({ values }));
    return JSON.stringify(texts.length === 1 ? { embedding: embeddings[0] } : { embeddings });
  }
  const tokens = texts.reduce((sum, text) => sum + wordsIn(text), 0);
  return JSON.stringify({
    object: 'list',
    model: 'm',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

const parsedArguments = (text: string): unknown => JSON.parse(text);
