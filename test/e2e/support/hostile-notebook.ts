import { zipFile } from '../../support/zip-file';
import { ALL_PAYLOADS } from './payloads';

/** A notebook file in which every text is a payload: title, titles of cells, notes, parameters, paths. */
export function hostileNotebook(): Uint8Array<ArrayBuffer> {
  const key = 'b'.repeat(32);
  const cell = (id: string, kind: string, more: object = {}): object => ({
    id,
    kind,
    title: ALL_PAYLOADS,
    folded: false,
    ...more,
  });
  const manifest = {
    format: 'memtrace-notebook',
    version: 1,
    title: ALL_PAYLOADS,
    traces: [
      { key, name: ALL_PAYLOADS, path: `../${ALL_PAYLOADS}`, file: `../../${ALL_PAYLOADS}` },
      { key: '__proto__', name: ALL_PAYLOADS, path: ALL_PAYLOADS, file: 'traces/1.json' },
    ],
  };
  const notebook = {
    format: 2,
    id: ALL_PAYLOADS,
    title: `Other ${ALL_PAYLOADS}`,
    cells: [
      cell('1', 'note', { text: ALL_PAYLOADS }),
      cell(ALL_PAYLOADS, 'failed', {
        table: { outcomes: ['failed'], text: ALL_PAYLOADS, datasets: [ALL_PAYLOADS] },
      }),
      cell('3', 'case', { shown: { trace: ALL_PAYLOADS, query: ALL_PAYLOADS } }),
      cell('4', 'labels', { annotator: ALL_PAYLOADS }),
      cell('5', 'lab', { lab: ALL_PAYLOADS }),
      cell('6', ALL_PAYLOADS),
      cell('7', 'traces'),
    ],
  };
  const label = { errorType: 'UpdateError', reason: ALL_PAYLOADS, annotator: ALL_PAYLOADS };
  const labels = [
    { traceKey: key, queryId: ALL_PAYLOADS, annotator: ALL_PAYLOADS, label, changedAt: 1 },
  ];
  return zipFile([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'notebook.json', content: JSON.stringify(notebook) },
    { name: 'verdicts.json', content: JSON.stringify([ALL_PAYLOADS]) },
    { name: 'labels.json', content: JSON.stringify(labels) },
    { name: 'traces/1.json', content: JSON.stringify({ [ALL_PAYLOADS]: ALL_PAYLOADS }) },
  ]);
}
