import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { LabelRow, TraceRow, VerdictRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NotebookDocument } from '../document/cell';
import { NOTEBOOK_FORMAT, readNotebook } from '../document/read-notebook';
import type { FileChoice, FileLab, FilePreview, FileProgress } from './contract';
import { manifestOf, PARTS } from './manifest';
import { fileLabOf, gatherLabs, labRows, replayedTraces } from './lab-part';
import { redactedLabel, redactedVerdict } from './redact';
import { LABEL_ROW, readRows, VERDICT_ROW } from './rows';
import type { WholeLab } from './whole-lab';
import { ZipWriter } from './zip-writer';

/** The largest archive without the 64-bit extension, which few tools read. */
const MOST_BYTES = 0xffff_ffff;

/** Everything of a notebook that is kept outside of its document, a trace at a time. */
interface Gathered {
  readonly traces: readonly TraceRow[];
  readonly verdicts: readonly VerdictRow[];
  readonly labels: readonly LabelRow[];
  readonly labs: readonly WholeLab[];
}

/** What a file of a notebook would hold. */
export async function previewFile(
  store: Store,
  document: NotebookDocument,
): Promise<Result<FilePreview>> {
  const gathered = await gather(store, document);
  return gathered.ok ? previewOf(store, document, gathered.value) : gathered;
}

/**
 * Writes a notebook into one file. Rows are checked against the schema they are read with, which
 * drops every field that is not part of the format.
 */
export async function writeFile(
  { store, now }: { readonly store: Store; readonly now: () => number },
  document: NotebookDocument,
  choice: FileChoice,
  signal: AbortSignal,
  report: (progress: FileProgress) => void,
): Promise<Result<Blob>> {
  const gathered = await gather(store, document);
  if (!gathered.ok) return gathered;
  const { traces, labs } = gathered.value;
  const preview = await previewOf(store, document, gathered.value);
  if (!preview.ok) return preview;
  const zip = new ZipWriter();
  const files = { traces: new Map<string, string>(), replays: new Map<string, string>() };
  try {
    if (choice.withTraces && !choice.redact) {
      const written = await addTraces(store, zip, traces, files.traces, signal, report);
      if (!written.ok) return written;
      const replayed = await addReplays(store, zip, labs, files.replays, signal);
      if (!replayed.ok) return replayed;
    }
    const labels = gathered.value.labels.map(choice.redact ? redactedLabel : same);
    const verdicts = gathered.value.verdicts.map(choice.redact ? redactedVerdict : same);
    const manifest = manifestOf(document, preview.value, choice, files, now());
    const notebook = { ...plainDocument(document), traces: traces.map(({ key }) => key) };
    await zip.add(PARTS.notebook, json(notebook), signal);
    await zip.add(PARTS.verdicts, json(readRows(VERDICT_ROW, verdicts).rows), signal);
    await zip.add(PARTS.labels, json(readRows(LABEL_ROW, labels).rows), signal);
    await zip.add(PARTS.labs, json(labRows(labs, choice)), signal);
    await zip.add(PARTS.manifest, json(manifest), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return err(problem('export-cancelled'));
  }
  const file = zip.finish();
  return file.size > MOST_BYTES ? err(problem('notebook-file-too-large')) : ok(file);
}

const same = <T>(row: T): T => row;

const json = (value: unknown): Blob => new Blob([JSON.stringify(value, undefined, 1)]);

/** The document as the format has it: through its own reader, so that nothing else comes along. */
function plainDocument(document: NotebookDocument): object {
  const row = { ...document, format: NOTEBOOK_FORMAT, revision: 1, updatedAt: 0 };
  const { id, title, cells } = readNotebook(row).document;
  return { format: NOTEBOOK_FORMAT, id, title, cells };
}

async function gather(store: Store, document: NotebookDocument): Promise<Result<Gathered>> {
  const stored = await store.traces.all();
  if (!stored.ok) return stored;
  const traces = stored.value.filter(({ key }) => document.traces?.includes(key) ?? true);
  const verdicts: VerdictRow[] = [];
  const labels: LabelRow[] = [];
  for (const { key } of traces) {
    const found = await store.verdicts.of(key);
    if (!found.ok) return found;
    const made = await store.labels.of(key);
    if (!made.ok) return made;
    verdicts.push(...found.value);
    labels.push(...made.value);
  }
  const labs = await gatherLabs(store, document);
  return labs.ok ? ok({ traces, verdicts, labels, labs: labs.value }) : labs;
}

async function previewOf(
  store: Store,
  document: NotebookDocument,
  gathered: Gathered,
): Promise<Result<FilePreview>> {
  const labs: FileLab[] = [];
  for (const lab of gathered.labs) {
    const counted = await fileLabOf(store, lab);
    if (!counted.ok) return counted;
    labs.push(counted.value);
  }
  return ok({
    cells: document.cells.length,
    verdicts: gathered.verdicts.length,
    proofs: gathered.verdicts.filter(({ proof }) => proof !== undefined).length,
    labels: gathered.labels.length,
    labs,
    traces: gathered.traces.map(({ key, name, path, system, bytes }) => ({
      key,
      name,
      path,
      system,
      bytes,
    })),
    traceBytes: gathered.traces.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}

/** Adds the replayed traces of labs. */
async function addReplays(
  store: Store,
  zip: ZipWriter,
  labs: readonly WholeLab[],
  files: Map<string, string>,
  signal: AbortSignal,
): Promise<Result<void>> {
  for (const lab of labs) {
    const replayed = await replayedTraces(store, lab);
    if (!replayed.ok) return replayed;
    for (const { ref, bytes } of replayed.value) {
      const file = `replays/${files.size + 1}.json`;
      await zip.add(file, bytes, signal);
      files.set(ref, file);
    }
  }
  return ok(undefined);
}

/** Adds the bytes of every trace; a file that holds several graphs goes in once. */
async function addTraces(
  store: Store,
  zip: ZipWriter,
  traces: readonly TraceRow[],
  files: Map<string, string>,
  signal: AbortSignal,
  report: (progress: FileProgress) => void,
): Promise<Result<void>> {
  const written: { readonly path: string; readonly bytes: Blob; readonly file: string }[] = [];
  for (const [i, { key, path, name }] of traces.entries()) {
    report({ done: i, total: traces.length });
    const row = await store.traces.bytes(key);
    if (!row.ok) return row;
    const bytes = row.value?.bytes;
    if (bytes === undefined) return err(problem('trace-missing', `${name}.`));
    let file = await knownFile(written, path, bytes);
    if (file === undefined) {
      file = `traces/${written.length + 1}-${plainName(name)}`;
      await zip.add(file, bytes, signal);
      written.push({ path, bytes, file });
    }
    files.set(key, file);
  }
  report({ done: traces.length, total: traces.length });
  return ok(undefined);
}

async function knownFile(
  written: readonly { readonly path: string; readonly bytes: Blob; readonly file: string }[],
  path: string,
  bytes: Blob,
): Promise<string | undefined> {
  for (const other of written)
    if (other.path === path && (await sameBytes(other.bytes, bytes))) return other.file;
  return undefined;
}

async function sameBytes(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const PART = 4 << 20;
  for (let at = 0; at < a.size; at += PART) {
    const [left, right] = await Promise.all(
      [a, b].map(async (blob) => new Uint8Array(await blob.slice(at, at + PART).arrayBuffer())),
    );
    if (!(left?.every((byte, i) => byte === right?.[i]) ?? true)) return false;
  }
  return true;
}

/** A name that every system can unpack. The bytes are those of the unpacked trace: plain JSON. */
const plainName = (name: string): string => {
  const base = name.replace(/(?:\.(?:json|jsonl|gz|zst|zip))+(?:#\d+)?$/i, '');
  const safe = base.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '');
  return `${safe.slice(0, 80) || 'trace'}.json`;
};
