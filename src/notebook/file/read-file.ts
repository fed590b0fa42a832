import { inflateSync } from 'fflate';
import { crc32 } from 'hash-wasm';
import * as v from 'valibot';
import type { TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { LabelRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NamedVerdict } from '../../store/verdict-door';
import { memberSource, severalFiles, type ArchiveMember } from '../../trace/read/several-files';
import { blobSource } from '../../trace/read/source';
import type { NotebookDocument } from '../document/cell';
import { NOTEBOOK_FORMAT, readNotebook } from '../document/read-notebook';
import type { ImportOutcome } from '../service/contract';
import type { FileProgress, ReadFile } from './contract';
import { storeLabs, withLabs } from './lab-part';
import { LAB_ROW } from './lab-rows';
import { FILE_VERSION, MANIFEST, PARTS, type Manifest } from './manifest';
import { LABEL_ROW, readRows, VERDICT_ROW } from './rows';

/** Longest part that is read as a whole: hundreds of thousands of verdicts. */
const MOST_BYTES = 512e6;

const NOTEBOOK = v.object({
  format: v.number(),
  id: v.string(),
  title: v.string(),
  cells: v.array(v.unknown()),
});

/** What reading a file works with. */
export interface ReadParts {
  readonly store: Store;
  /** Reads a trace of the archive and stores it. */
  readonly importTrace: (
    file: Blob,
    name: string,
    path: string,
    member: ArchiveMember,
  ) => Promise<ImportOutcome>;
  /** Told of verdicts and labels that were stored. */
  readonly onRows: (verdicts: readonly VerdictsOfTime[], labels: readonly LabelRow[]) => void;
  readonly onProblem: (problem: Problem) => void;
}

export interface VerdictsOfTime {
  readonly foundAt: number;
  readonly verdicts: readonly NamedVerdict[];
}

/** Whether a file is one of these: a zip with our manifest in it. */
export async function isNotebookFile(file: Blob): Promise<boolean> {
  const parts = await partsOf(file);
  const manifest = await readJson(file, parts.get(PARTS.manifest));
  return v.safeParse(v.object({ format: MANIFEST.entries.format }), manifest).success;
}

/** Reads a notebook file: stores its traces, verdicts, labels and labs, and gives the notebook. */
export async function readNotebookFile(
  parts: ReadParts,
  file: Blob,
  report: (progress: FileProgress) => void,
): Promise<Result<ReadFile>> {
  const members = await partsOf(file);
  const text = await readJson(file, members.get(PARTS.manifest));
  const manifest = v.safeParse(MANIFEST, text);
  if (!manifest.success) return err(problem('notebook-file-damaged', `${PARTS.manifest}.`));
  if (manifest.output.version > FILE_VERSION)
    return err(problem('notebook-file-newer', `Version ${manifest.output.version}.`));
  const notebook = v.safeParse(NOTEBOOK, await readJson(file, members.get(PARTS.notebook)));
  if (!notebook.success) return err(problem('notebook-file-damaged', `${PARTS.notebook}.`));
  if (notebook.output.format > NOTEBOOK_FORMAT)
    return err(problem('notebook-file-newer', `Cells of format ${notebook.output.format}.`));
  const traces = manifest.output.traces.map(({ key }) => key);
  const row = { ...notebook.output, traces, revision: 1, updatedAt: 0 };
  const read = readNotebook(row);
  if (read.problem) parts.onProblem(read.problem);
  await readTraces(parts, file, members, manifest.output, report);
  const rows = await storeRows(parts, file, members, new Set(traces));
  if (!rows.ok) return rows;
  const labs = await readLabs(parts, file, members, manifest.output, read.document);
  if (!labs.ok) return labs;
  const stored = await parts.store.traces.all();
  if (!stored.ok) return stored;
  const here = new Set(stored.value.map(({ key }) => key));
  const document = withLabs(read.document, labs.value);
  return ok({ document, missing: traces.filter((key) => !here.has(key)).length });
}

/** The files of the archive by name; none when it is no archive. */
async function partsOf(file: Blob): Promise<ReadonlyMap<string, ArchiveMember>> {
  const { members } = await severalFiles(blobSource(file));
  return new Map(members.map((member) => [member.path, member]));
}

async function readTraces(
  { importTrace, onProblem }: ReadParts,
  file: Blob,
  members: ReadonlyMap<string, ArchiveMember>,
  { traces }: Manifest,
  report: (progress: FileProgress) => void,
): Promise<void> {
  const files = new Map(traces.flatMap((trace) => (trace.file ? [[trace.file, trace]] : [])));
  let done = 0;
  for (const [name, trace] of files) {
    report({ done: done++, total: files.size });
    const member = members.get(name);
    if (member === undefined) {
      onProblem(problem('notebook-file-damaged', `${name} is not in it.`));
      continue;
    }
    const outcome = await importTrace(file, trace.name.replace(/#\d+$/, ''), trace.path, member);
    if (outcome.kind === 'refused') onProblem(outcome.problem);
  }
  report({ done, total: files.size });
}

/** Stores verdicts and labels of the file's traces; what is here already and newer stays. */
async function storeRows(
  { store, onRows, onProblem }: ReadParts,
  file: Blob,
  members: ReadonlyMap<string, ArchiveMember>,
  traces: ReadonlySet<TraceKey>,
): Promise<Result<void>> {
  const verdicts = readRows(VERDICT_ROW, await readJson(file, members.get(PARTS.verdicts)));
  const labels = readRows(LABEL_ROW, await readJson(file, members.get(PARTS.labels)));
  const unread = verdicts.unread + labels.unread;
  if (unread > 0) onProblem(problem('notebook-file-damaged', `${unread} rows of it.`));
  const byTime = new Map<number, NamedVerdict[]>();
  for (const { foundAt, verdict, opName, proof } of verdicts.rows) {
    if (!traces.has(verdict.traceKey)) continue;
    const list = byTime.get(foundAt) ?? [];
    byTime.set(foundAt, list);
    list.push({ verdict, opName, ...(proof && { proof }) });
  }
  const found: VerdictsOfTime[] = [];
  for (const [foundAt, list] of [...byTime].sort(([a], [b]) => a - b)) {
    const older = await olderHere(store, list, foundAt);
    if (!older.ok) return older;
    const stored = await store.verdicts.put(older.value, foundAt);
    if (!stored.ok) return stored;
    found.push({ foundAt, verdicts: older.value });
  }
  const made: LabelRow[] = [];
  for (const { edgeId, ...label } of labels.rows) {
    if (!traces.has(label.traceKey)) continue;
    const here = await store.labels.of(label.traceKey);
    if (!here.ok) return here;
    const isNewer = here.value.some(
      (row) =>
        row.queryId === label.queryId &&
        row.annotator === label.annotator &&
        row.changedAt > label.changedAt,
    );
    if (!isNewer) made.push({ ...label, ...(edgeId !== undefined && { edgeId }) });
  }
  const stored = await store.labels.put(made);
  if (!stored.ok) return stored;
  onRows(found, made);
  return ok(undefined);
}

/** Stores the labs that the notebook's cells name; gives the id that each has here. */
async function readLabs(
  { store, onProblem }: ReadParts,
  file: Blob,
  members: ReadonlyMap<string, ArchiveMember>,
  { replays }: Manifest,
  document: NotebookDocument,
): Promise<Result<ReadonlyMap<string, string>>> {
  const member = members.get(PARTS.labs);
  // Written before labs were part of it.
  if (member === undefined) return ok(new Map());
  const { rows, unread } = readRows(LAB_ROW, await readJson(file, member));
  if (unread > 0) onProblem(problem('notebook-file-damaged', `${unread} Prompt labs of it.`));
  const files = new Map(replays.map((replay) => [replay.ref, replay.file]));
  const bytesOf = async (ref: string): Promise<Blob | undefined> => {
    const name = files.get(ref);
    if (name === undefined) return undefined;
    const bytes = await readBytes(file, members.get(name));
    if (bytes === undefined) onProblem(problem('notebook-file-damaged', `${name}.`));
    return bytes && new Blob([bytes]);
  };
  return storeLabs(store, rows, document, bytesOf);
}

/** The verdicts that replace nothing newer. */
async function olderHere(
  store: Store,
  verdicts: readonly NamedVerdict[],
  foundAt: number,
): Promise<Result<readonly NamedVerdict[]>> {
  const newer = new Set<string>();
  for (const key of new Set(verdicts.map(({ verdict }) => verdict.traceKey))) {
    const here = await store.verdicts.of(key);
    if (!here.ok) return here;
    for (const row of here.value) if (row.foundAt > foundAt) newer.add(wayOf(row.verdict));
  }
  return ok(verdicts.filter(({ verdict }) => !newer.has(wayOf(verdict))));
}

const wayOf = ({
  traceKey,
  queryId,
  method,
  evidenceMode,
  evidenceQuery,
}: NamedVerdict['verdict']) =>
  JSON.stringify([traceKey, queryId, method, evidenceMode, evidenceQuery ?? '']);

/** A part as JSON; `undefined` when it is not there or cannot be read. */
async function readJson(file: Blob, member: ArchiveMember | undefined): Promise<unknown> {
  const bytes = await readBytes(file, member);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return value;
  } catch {
    // Damaged: the same to whoever asks as if it were not there.
    return undefined;
  }
}

/** A part unpacked and checked; `undefined` when it is not there or damaged. */
async function readBytes(
  file: Blob,
  member: ArchiveMember | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (member === undefined || member.bytes > MOST_BYTES) return undefined;
  try {
    const source = memberSource(blobSource(file), member);
    const packed = await source.read(0, source.size);
    const bytes =
      member.method === 'stored'
        ? packed
        : inflateSync(packed, { out: new Uint8Array(member.bytes) });
    return Number.parseInt(await crc32(bytes), 16) === member.crc
      ? new Uint8Array(bytes)
      : undefined;
  } catch {
    // Damaged: the same to whoever asks as if it were not there.
    return undefined;
  }
}
