import type { QueryId, TraceKey } from '../../../base/brand';
import type { Label } from '../../../cases/case';
import type { LabelRow } from '../../../store/rows';
import type { CaseBook } from '../case-book';

/** The annotator under which the annotations of files appear. */
export const FILE = 'file';

/** The label of one annotator for a case. */
export function labelBy(
  book: CaseBook,
  key: TraceKey,
  query: QueryId,
  annotator: string,
): Label | undefined {
  if (annotator === FILE) return book.fileLabel(key, query);
  return book.labels(key, query).find((row) => row.annotator === annotator)?.label;
}

/** Every label made here for the cases of these traces, by trace and case, oldest change first. */
export const labelsMadeHere = (book: CaseBook, keys: readonly TraceKey[]): readonly LabelRow[] =>
  keys.flatMap((key) => book.cases(key).flatMap((c) => book.labels(key, c.queryId)));

/** Everyone who labelled cases of these traces: files first, then people by name. */
export function annotatorsOf(
  book: CaseBook,
  keys: readonly TraceKey[],
): readonly { readonly name: string; readonly labels: number }[] {
  const counts = new Map<string, number>();
  for (const { annotator } of labelsMadeHere(book, keys))
    counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  const people = [...counts]
    .map(([name, labels]) => ({ name, labels }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = keys.reduce((sum, key) => sum + book.fileLabels(key).size, 0);
  return files === 0 ? people : [{ name: FILE, labels: files }, ...people];
}
