import { readPattern } from '../../../graph/search/pattern';

/** Longest pattern that is tried. */
const MOST = 500;

/**
 * What a model typed as a regular expression, or as plain words when it is none: small models write
 * brackets and dots without meaning them.
 */
export function patternOf(text: string, isPattern = true): RegExp | undefined {
  const trimmed = text.trim().slice(0, MOST);
  if (trimmed === '') return undefined;
  if (isPattern) {
    const read = readPattern(trimmed);
    if (read.ok) return read.value;
  }
  return new RegExp(trimmed.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
}

/** Places of a pattern in a text, each with what stands around it: `start:end: …words…`. */
export function snippets(text: string, pattern: RegExp, around: number, most: number): string[] {
  const found: string[] = [];
  pattern.lastIndex = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    found.push(
      `${match.index}:${end}: ${text.slice(Math.max(0, match.index - around), end + around)}`,
    );
    if (found.length >= most) break;
  }
  return found;
}
