import { err, ok, type Result } from '../../base/result';
import type { EvidenceIndex } from './evidence-index';

/**
 * All that evidence search needs of an embedding model: one vector a text, in their order, all of one
 * length. What asks a model behind it decides about price, keys and the network.
 */
export type Embed = (
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<Result<readonly Float32Array[]>>;

// Texts a request: what the usual endpoints take at once.
const BATCH = 64;

/** The messages of an evidence index as unit vectors. */
export class DenseIndex {
  private constructor(
    private readonly embed: Embed,
    private readonly vectors: readonly Float32Array[],
  ) {}

  /** Embeds every message once. Fails with the first problem of the model. */
  static async of(
    index: EvidenceIndex,
    embed: Embed,
    signal?: AbortSignal,
  ): Promise<Result<DenseIndex>> {
    const texts = index.messages.map(({ speaker, content }) =>
      speaker === undefined ? content : `${speaker}: ${content}`,
    );
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const batch = await embed(texts.slice(at, at + BATCH), signal);
      if (!batch.ok) return err(batch.problem);
      vectors.push(...batch.value.map(unit));
    }
    return ok(new DenseIndex(embed, vectors));
  }

  /** The cosine of each message with a text, in the order of the index. */
  async scores(text: string, signal?: AbortSignal): Promise<Result<Float64Array>> {
    const asked = await this.embed([text], signal);
    if (!asked.ok) return err(asked.problem);
    const query = unit(asked.value[0] ?? new Float32Array(0));
    return ok(Float64Array.from(this.vectors, (vector) => dot(query, vector)));
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
