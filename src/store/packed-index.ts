import type { TraceKey } from '../base/brand';
import type { SearchIndex } from '../graph/search/search-index';
import { ArrayReader, packArrays, type PackedArrays } from './packed-arrays';

/**
 * The search index of a trace, so that it is built once; its arrays in a Blob, for the reason that
 * columns are: inside a row Chromium takes 127 MiB at most.
 */
export interface SearchIndexRow extends PackedArrays {
  readonly key: TraceKey;
  /** An index of another layout is built again. */
  readonly layout: number;
}

/** The layout written here; 1 held the arrays in the row. */
export const PACKED_INDEX_LAYOUT = 2;

/** Packs an index into a row. */
export function packIndex(key: TraceKey, index: SearchIndex): SearchIndexRow {
  const { documents, terms, starts, postings } = index;
  const arrays = packArrays([documents, terms.bytes, terms.starts, starts, postings]);
  return { key, layout: PACKED_INDEX_LAYOUT, ...arrays };
}

/** The index of a row of this layout; `buffer` holds its Blob's bytes and is kept. */
export function unpackIndex({ lengths }: SearchIndexRow, buffer: ArrayBuffer): SearchIndex {
  const next = new ArrayReader(buffer, lengths);
  // Members of an object literal are evaluated in order: the order of `packIndex`.
  return {
    layout: 1,
    documents: next.u32(),
    terms: { bytes: next.u8(), starts: next.u32() },
    starts: next.u32(),
    postings: next.u8(),
  };
}
