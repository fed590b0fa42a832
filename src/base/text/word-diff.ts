import { scanTokens } from './scan';
import { toTerm } from './terms';

/** A run of words that only one of two texts has, as UTF-16 offsets into that text. */
export interface DiffRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What changed between two texts, word by word. */
export interface WordDiff {
  readonly removed: readonly DiffRun[];
  readonly added: readonly DiffRun[];
}

// The table of the longest common subsequence has rows × columns cells: longer texts are compared
// as if everything between their common start and common end had changed.
const LARGEST_TABLE = 4_000_000;

/**
 * The words that `after` lost and gained against `before`. Inflection, case and accents do not
 * count as a change; order does.
 */
export function diffWords(before: string, after: string): WordDiff {
  const a = words(before);
  const b = words(after);
  const shorter = Math.min(a.terms.length, b.terms.length);
  let head = 0;
  while (head < shorter && a.terms[head] === b.terms[head]) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    a.terms[a.terms.length - 1 - tail] === b.terms[b.terms.length - 1 - tail]
  )
    tail++;
  const rows = a.terms.length - head - tail;
  const columns = b.terms.length - head - tail;
  const kept = rows * columns <= LARGEST_TABLE ? common(a.terms, b.terms, head, rows, columns) : [];
  const keptA = new Set(kept.map(([i]) => i));
  const keptB = new Set(kept.map(([, j]) => j));
  return {
    removed: runs(a, head, rows, keptA),
    added: runs(b, head, columns, keptB),
  };
}

interface Words {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly terms: readonly string[];
}

function words(text: string): Words {
  const { starts, ends } = scanTokens(text);
  return {
    text,
    starts,
    ends,
    terms: starts.map((start, i) => toTerm(text.slice(start, ends[i])).term),
  };
}

/** Pairs of positions of a longest common subsequence of the middle parts, in order. */
function common(
  a: readonly string[],
  b: readonly string[],
  head: number,
  rows: number,
  columns: number,
): [number, number][] {
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[head + i] === b[head + j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < rows && j < columns) {
    if (a[head + i] === b[head + j]) pairs.push([head + i++, head + j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

/** The positions `from … from + count` that were not kept, joined into runs. */
function runs(words: Words, from: number, count: number, kept: ReadonlySet<number>): DiffRun[] {
  const found: DiffRun[] = [];
  let first = -1;
  for (let i = from; i <= from + count; i++) {
    const changed = i < from + count && !kept.has(i);
    if (changed && first < 0) first = i;
    if (!changed && first >= 0) {
      const start = words.starts[first] ?? 0;
      const end = words.ends[i - 1] ?? start;
      found.push({ start, end, text: words.text.slice(start, end) });
      first = -1;
    }
  }
  return found;
}
