import {
  occurrencesOf,
  termNumber,
  termsStartingWith,
  type Occurrences,
  type SearchIndex,
} from './search-index';
import type { Phrase } from './wanted';

const NOTHING: Occurrences = { documents: new Uint32Array(0), positions: new Uint32Array(0) };

/** The documents that hold every phrase, ascending; none for no phrase. */
export function findDocuments(index: SearchIndex, phrases: readonly Phrase[]): Uint32Array {
  let found: Uint32Array | undefined;
  for (const phrase of phrases) {
    const holding = documentsWith(index, phrase);
    found = found === undefined ? holding : intersect(found, holding);
    if (found.length === 0) break;
  }
  return found ?? new Uint32Array(0);
}

function documentsWith(index: SearchIndex, { terms, isOpen }: Phrase): Uint32Array {
  const last = terms.at(-1) ?? '';
  let before: Occurrences | undefined;
  for (const term of terms.slice(0, -1)) {
    const next = occurrences(index, termNumber(index, term));
    before = before === undefined ? next : following(before, next);
    if (before.documents.length === 0) return before.documents;
  }
  const join = (next: Occurrences) => (before === undefined ? next : following(before, next));
  if (!isOpen) return distinct(join(occurrences(index, termNumber(index, last))).documents);
  const marks = new Uint8Array(index.documents.length);
  const { from, to } = termsStartingWith(index, last);
  for (let term = from; term < to; term++)
    for (const document of join(occurrencesOf(index, term)).documents) marks[document] = 1;
  return Uint32Array.from(marks.keys()).filter((document) => marks[document] === 1);
}

const occurrences = (index: SearchIndex, term: number | undefined): Occurrences =>
  term === undefined ? NOTHING : occurrencesOf(index, term);

/** The occurrences of `next` that stand right after one of `before`. */
function following(before: Occurrences, next: Occurrences): Occurrences {
  const documents: number[] = [];
  const positions: number[] = [];
  let b = 0;
  for (let n = 0; n < next.documents.length; n++) {
    const document = next.documents[n] ?? 0;
    const position = next.positions[n] ?? 0;
    while (
      b < before.documents.length &&
      ((before.documents[b] ?? 0) < document ||
        (before.documents[b] === document && (before.positions[b] ?? 0) + 1 < position))
    )
      b++;
    if (before.documents[b] !== document || (before.positions[b] ?? 0) + 1 !== position) continue;
    documents.push(document);
    positions.push(position);
  }
  return { documents: Uint32Array.from(documents), positions: Uint32Array.from(positions) };
}

function distinct(ascending: Uint32Array): Uint32Array {
  return ascending.filter((value, i) => i === 0 || value !== ascending[i - 1]);
}

function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  let j = 0;
  return a.filter((value) => {
    while (j < b.length && (b[j] ?? 0) < value) j++;
    return b[j] === value;
  });
}
