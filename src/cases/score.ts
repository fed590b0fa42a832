/**
 * A judge score as a number. Python writes floats as `0.0`, `1.0`, `0.5`; anything that is not a
 * finite decimal number (a word, `nan`, nothing) is unknown, never 0.
 */
export function readScore(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  return Number(trimmed);
}
