/**
 * The end of `kept` plus one more text that together read as `value`: what a window holds after the
 * oldest messages were cut off. The last text is `next`, or what was taken in its place when it starts
 * like it.
 * @returns undefined when no cut explains the value
 */
export function longestEnd(
  kept: readonly string[],
  next: string,
  value: string,
  separator: string,
): readonly string[] | undefined {
  // Lengths first: a window may hold hundreds of messages, and joining them is what takes time.
  let length = next.length + kept.reduce((sum, text) => sum + text.length + separator.length, 0);
  for (let first = 0; first <= kept.length; first++) {
    if (length === value.length) {
      const texts = [...kept.slice(first), next];
      if (texts.join(separator) === value) return texts;
    }
    length -= (kept[first]?.length ?? 0) + separator.length;
  }
  for (let first = 0; first < kept.length; first++) {
    if (!value.startsWith(kept[first] ?? '')) continue;
    const rest = kept.slice(first);
    const head = rest.join(separator) + separator;
    if (!value.startsWith(head)) continue;
    const taken = value.slice(head.length);
    if (isShortened(next, taken)) return [...rest, taken];
  }
  return isShortened(next, value) ? [value] : undefined;
}

/** Whether a text was taken in for another: shorter, with the same beginning and the same end. */
export function isShortened(text: string, taken: string): boolean {
  if (taken === '' || taken.length >= text.length) return false;
  let same = 0;
  while (same < taken.length && taken.charAt(same) === text.charAt(same)) same++;
  const start = text.indexOf(': ') + 2;
  if (start < 2 || same <= start) return false;
  let tail = 0;
  while (tail < taken.length - same && taken.at(-1 - tail) === text.at(-1 - tail)) tail++;
  // What stands between the shared ends is an ellipsis or nothing.
  return taken.length - same - tail <= 5;
}

/** The texts of `parts` that still stand in `value`, in order; a value that they do not explain is one text. */
export function withoutSome(
  parts: readonly string[],
  value: string,
  separator: string,
): readonly string[] {
  const found: string[] = [];
  let at = 0;
  for (const part of parts) {
    if (value.startsWith(part, at)) {
      const end = at + part.length;
      if (end === value.length || value.startsWith(separator, end)) {
        found.push(part);
        at = Math.min(value.length, end + separator.length);
      }
    }
  }
  return found.join(separator) === value ? found : [value];
}
