import { GgufWriter } from './gguf-writer';

/** Numbers of a vector; at least one a token, because every token is a direction of its own. */
const WIDTH = 320;
const HEADS = 8;
const FEED_FORWARD = 32;
const CONTEXT = 1024;

const UNKNOWN = 0;
const BEGIN = 1;
const END = 2;
const ANSWER = 3;
const FIRST_BYTE = 4;
const FIRST_PIECE = FIRST_BYTE + 256;

const TYPE = { normal: 1, unknown: 2, control: 3, byte: 6 };

/** What the tiny model says, piece by piece. Every piece may appear once: the last token decides the next. */
export interface TinyScript {
  readonly pieces: readonly string[];
  /** Begins again after the last piece instead of ending. */
  readonly endless?: boolean;
}

/**
 * A GGUF file of the llama architecture with one layer that adds nothing: attention and feed-forward are
 * zero, each token's vector points along its own axis, and the output matrix leads from each token to
 * the one that follows it in the script. Any prompt ends in the token that leads to the first piece.
 */
export function tinyModel({ pieces, endless = false }: TinyScript): Uint8Array<ArrayBuffer> {
  if (new Set(pieces).size !== pieces.length) throw new Error('A piece appears twice.');
  const bytes = Array.from(
    { length: 256 },
    (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const tokens = [
    '<unk>',
    '<s>',
    '</s>',
    '<answer>',
    ...bytes,
    ...pieces.map((p) => p.replaceAll(' ', '▁')),
  ];
  if (tokens.length > WIDTH) throw new Error(`At most ${WIDTH - FIRST_PIECE} pieces.`);
  const types = tokens.map((_, id) =>
    id === UNKNOWN
      ? TYPE.unknown
      : id < FIRST_BYTE
        ? TYPE.control
        : id < FIRST_PIECE
          ? TYPE.byte
          : TYPE.normal,
  );
  const file = new GgufWriter();
  file.text('general.architecture', 'llama');
  file.text('general.name', 'tiny scripted model');
  file.count('llama.context_length', CONTEXT);
  file.count('llama.embedding_length', WIDTH);
  file.count('llama.block_count', 1);
  file.count('llama.feed_forward_length', FEED_FORWARD);
  file.count('llama.attention.head_count', HEADS);
  file.count('llama.attention.head_count_kv', HEADS);
  file.count('llama.rope.dimension_count', WIDTH / HEADS);
  file.count('llama.vocab_size', tokens.length);
  file.float('llama.attention.layer_norm_rms_epsilon', 1e-5);
  file.text('tokenizer.ggml.model', 'llama');
  file.texts('tokenizer.ggml.tokens', tokens);
  file.floats(
    'tokenizer.ggml.scores',
    tokens.map((_, id) => (id < FIRST_PIECE ? 0 : -id)),
  );
  file.integers('tokenizer.ggml.token_type', types);
  file.count('tokenizer.ggml.bos_token_id', BEGIN);
  file.count('tokenizer.ggml.eos_token_id', END);
  file.count('tokenizer.ggml.unknown_token_id', UNKNOWN);
  file.flag('tokenizer.ggml.add_bos_token', false);
  file.flag('tokenizer.ggml.add_space_prefix', false);
  file.text(
    'tokenizer.chat_template',
    "{% for message in messages %}{{ message['content'] }}\n{% endfor %}{% if add_generation_prompt %}<answer>{% endif %}",
  );

  const vocabulary = tokens.length;
  const axes = new Float32Array(vocabulary * WIDTH);
  for (let id = 0; id < vocabulary; id++) axes[id * WIDTH + id] = 1;
  const next = new Float32Array(vocabulary * WIDTH);
  const lead = (from: number, to: number): void => {
    next[to * WIDTH + from] = 1;
  };
  const path = [ANSWER, ...pieces.map((_, i) => FIRST_PIECE + i)];
  for (const [i, id] of path.entries()) lead(id, path[i + 1] ?? (endless ? FIRST_PIECE : END));
  const ones = new Float32Array(WIDTH).fill(1);
  const square = new Float32Array(WIDTH * WIDTH);
  const wide = new Float32Array(WIDTH * FEED_FORWARD);
  file.tensor('token_embd.weight', [WIDTH, vocabulary], axes);
  file.tensor('output_norm.weight', [WIDTH], ones);
  file.tensor('output.weight', [WIDTH, vocabulary], next);
  file.tensor('blk.0.attn_norm.weight', [WIDTH], ones);
  for (const name of ['q', 'k', 'v', 'output'])
    file.tensor(`blk.0.attn_${name}.weight`, [WIDTH, WIDTH], square);
  file.tensor('blk.0.ffn_norm.weight', [WIDTH], ones);
  file.tensor('blk.0.ffn_gate.weight', [WIDTH, FEED_FORWARD], wide);
  file.tensor('blk.0.ffn_up.weight', [WIDTH, FEED_FORWARD], wide);
  file.tensor('blk.0.ffn_down.weight', [FEED_FORWARD, WIDTH], wide);
  return file.bytes();
}
