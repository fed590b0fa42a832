/** A model of WebLLM's catalogue in one of its builds. */
export interface CatalogueEntry {
  readonly id: string;
  /** The id without the build, for example `Qwen3-4B`. */
  readonly name: string;
  readonly modelUrl: string;
  readonly libUrl: string;
  readonly memoryBytes: number | undefined;
  /** Bytes to download, estimated from the number of weights in the name; `undefined` without one. */
  readonly downloadBytes: number | undefined;
  readonly needsF16: boolean;
  readonly use: 'chat' | 'embedding';
  readonly contextTokens: number | undefined;
}

/** Bytes a weight takes in a build: 4 bits and a share of scales, or plain floats. */
const BYTES_A_WEIGHT: ReadonlyMap<string, number> = new Map([
  ['q4', 0.5625],
  ['q3', 0.45],
  ['q0f16', 2],
  ['q0f32', 4],
]);

/**
 * Whether a build computes with 16-bit floats. Not every entry of WebLLM's catalogue that does says so
 * among its features, but all do in their names.
 */
export const computesInF16 = (id: string, features: readonly string[] = []): boolean =>
  features.includes('shader-f16') || /-q\d+f16/.test(id);

/** Bytes of the weights, from a model's id such as `Llama-3.2-1B-Instruct-q4f16_1-MLC`. */
export function estimateDownload(id: string): number | undefined {
  const weights = /[-_](\d+(?:\.\d+)?)([BM])(?=[-_])/i.exec(id);
  const build = /-(q\d)(f\d+)/.exec(id);
  if (!weights || !build) return undefined;
  const count = Number(weights[1]) * (weights[2]?.toUpperCase() === 'B' ? 1e9 : 1e6);
  const [, quant = '', float = ''] = build;
  const each = BYTES_A_WEIGHT.get(quant) ?? BYTES_A_WEIGHT.get(`${quant}${float}`);
  return each === undefined ? undefined : Math.round(count * each);
}

/** One entry a model: the 16-bit build where the adapter computes with 16 bits, else the 32-bit one. */
export function fitting(
  entries: readonly CatalogueEntry[],
  f16: boolean,
): readonly CatalogueEntry[] {
  const chosen = new Map<string, CatalogueEntry>();
  for (const entry of entries) {
    if (entry.needsF16 && !f16) continue;
    const before = chosen.get(entry.name);
    const isSmaller = (entry.memoryBytes ?? Infinity) < (before?.memoryBytes ?? Infinity);
    if (!before || isSmaller) chosen.set(entry.name, entry);
  }
  return [...chosen.values()].toSorted((a, b) => (a.memoryBytes ?? 0) - (b.memoryBytes ?? 0));
}
