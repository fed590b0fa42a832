import { ok, type Result } from '../../base/result';
import type { Store } from '../../store/store';
import type { NotebookDocument } from '../document/cell';
import type { FileChoice, FileLab } from './contract';
import { LAB_ROW } from './lab-rows';
import { redactedLab } from './redact-lab';
import { readRows } from './rows';
import {
  gatherLab,
  movedLab,
  movedRef,
  refsOf,
  storeLab,
  withoutSteps,
  type WholeLab,
} from './whole-lab';

/** The ids of the labs that a notebook's cells show, each once. */
const labsOf = (document: NotebookDocument): readonly string[] => [
  ...new Set(document.cells.flatMap((cell) => (cell.kind === 'lab' && cell.lab ? [cell.lab] : []))),
];

/** The labs of a notebook that are stored here. */
export async function gatherLabs(
  store: Pick<Store, 'labs'>,
  document: NotebookDocument,
): Promise<Result<readonly WholeLab[]>> {
  const labs: WholeLab[] = [];
  for (const id of labsOf(document)) {
    const lab = await gatherLab(store, id);
    if (!lab.ok) return lab;
    if (lab.value !== undefined) labs.push(lab.value);
  }
  return ok(labs);
}

/** The replayed traces of a lab that are stored here. */
export async function replayedTraces(
  { labs }: Pick<Store, 'labs'>,
  lab: WholeLab,
): Promise<Result<readonly { readonly ref: string; readonly bytes: Blob }[]>> {
  const found: { readonly ref: string; readonly bytes: Blob }[] = [];
  for (const ref of refsOf(lab)) {
    const bytes = await labs.trace(ref);
    if (!bytes.ok) return bytes;
    if (bytes.value !== undefined) found.push({ ref, bytes: bytes.value });
  }
  return ok(found);
}

/** A lab as the preview counts it. */
export async function fileLabOf(
  store: Pick<Store, 'labs'>,
  whole: WholeLab,
): Promise<Result<FileLab>> {
  const replayed = await replayedTraces(store, whole);
  if (!replayed.ok) return replayed;
  return ok({
    versions: whole.lab.versions.length,
    trials: whole.trials.length,
    suggestions: whole.suggestions.length,
    runs: whole.runs.length,
    replays: replayed.value.length,
    replayBytes: replayed.value.reduce((sum, { bytes }) => sum + bytes.size, 0),
  });
}

/** The rows of labs as a file has them. */
export const labRows = (labs: readonly WholeLab[], choice: FileChoice): readonly WholeLab[] =>
  plain(
    labs.map((lab) =>
      choice.redact ? redactedLab(lab) : choice.withTraces ? lab : withoutSteps(lab),
    ),
  );

/** As the format has them: through their own schema, so that nothing else comes along. */
const plain = (labs: readonly WholeLab[]): readonly WholeLab[] =>
  readRows(LAB_ROW, JSON.parse(JSON.stringify(labs))).rows;

/**
 * Stores labs of a file that the notebook's cells name. One that is here as it is in the file stays; where
 * its id is taken by another state of it, it comes in under a new one, so that neither is lost.
 * @returns id in the file → id here
 */
export async function storeLabs(
  store: Pick<Store, 'labs'>,
  rows: readonly WholeLab[],
  document: NotebookDocument,
  bytesOf: (ref: string) => Promise<Blob | undefined>,
): Promise<Result<ReadonlyMap<string, string>>> {
  const named = new Set(labsOf(document));
  const ids = new Map<string, string>();
  for (const row of rows) {
    const from = row.lab.id;
    if (!named.has(from) || ids.has(from)) continue;
    const here = await gatherLab(store, from);
    if (!here.ok) return here;
    const isHere = here.value !== undefined && isSame(here.value, row);
    const to = here.value === undefined || isHere ? from : `lab-${crypto.randomUUID()}`;
    ids.set(from, to);
    for (const ref of refsOf(row)) {
      // Only what belongs to this lab: a ref of another one would replace its trace.
      const bytes = ref.startsWith(`${from}/`) ? await bytesOf(ref) : undefined;
      if (bytes === undefined) continue;
      const kept = await store.labs.putTrace(movedRef(ref, from, to), bytes);
      if (!kept.ok) return kept;
    }
    if (isHere) continue;
    const kept = await storeLab(store, owned(to === from ? row : movedLab(row, to)));
    if (!kept.ok) return kept;
  }
  return ok(ids);
}

/** What a row says of other labs is left out. */
function owned(whole: WholeLab): WholeLab {
  const { id } = whole.lab;
  const ofLab = <T extends { readonly labId: string }>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ labId }) => labId === id);
  return {
    lab: whole.lab,
    trials: ofLab(whole.trials),
    suggestions: ofLab(whole.suggestions),
    runs: ofLab(whole.runs),
    steps: whole.steps.filter(({ runId }) => runId.startsWith(`${id}/`)),
  };
}

/** Whether a lab of a file is what is here, in any of the forms that a file may have it in. */
const isSame = (here: WholeLab, read: WholeLab): boolean => {
  const wanted = JSON.stringify(read);
  return [here, withoutSteps(here), redactedLab(here)].some(
    (form) => JSON.stringify(plain([form])[0]) === wanted,
  );
};

/** The notebook with its labs as they are called here. */
export const withLabs = (
  document: NotebookDocument,
  ids: ReadonlyMap<string, string>,
): NotebookDocument => ({
  ...document,
  cells: document.cells.map((cell) =>
    cell.kind === 'lab' && cell.lab ? { ...cell, lab: ids.get(cell.lab) ?? cell.lab } : cell,
  ),
});
