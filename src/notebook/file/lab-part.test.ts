import { describe, expect, test } from 'vitest';
import { newLab, newPlace, TALK_SIZE } from '../../../test/support/stored-lab';
import { BARE_PROMPTS, recordTalk, simulatedTalk } from '../../../test/support/simulated-talks';
import { SUGGEST_DEFAULTS } from '../../optimize/suggest/suggest';
import type { NotebookDocument } from '../document/cell';
import type { FileChoice } from './contract';
import { StoredNotebookFiles } from './file-service';

const nothing = (): void => undefined;
const ANSWER = 'question-answering-prompt';
const EXTRACT = 'fact-extraction-system-prompt';
const WITH_TRACES = { withTraces: true, redact: false };

const notebookOf = (lab: string): NotebookDocument => ({
  id: 'notebook',
  title: 'One',
  cells: [{ id: 'cell', kind: 'lab', folded: false, title: undefined, lab }],
  traces: undefined,
});

type Place = ReturnType<typeof newPlace>;
type Made = Awaited<ReturnType<typeof worked>>;

const SETTINGS = {
  rounds: 1,
  scope: 'conversation',
  judgeRepeats: 1,
  control: false,
  suggest: SUGGEST_DEFAULTS,
  budget: {},
} as const;

/** A lab with a suggestion, a version by hand, a trial, and a run that was paused in its trial. */
async function worked() {
  const made = await newLab();
  const { lab, id, open, watch, asked } = made;
  const suggested = await lab.suggest('s', id, EXTRACT, SUGGEST_DEFAULTS, 'simulated', nothing);
  if (!suggested.ok) throw new Error(suggested.problem.detail);
  const recorded = (await open()).lab.versions.find(({ target }) => target === ANSWER);
  const version = await lab.addVersion(id, {
    target: ANSWER,
    parent: recorded?.id ?? '',
    text: `Be brief. ${recorded?.text ?? ''}`,
    note: 'A note about the kayak course',
  });
  if (!version.ok) throw new Error();
  const trial = await lab.runTrial(
    't',
    id,
    {
      scope: 'answers',
      kind: 'trial',
      judgeRepeats: 1,
      versions: [[ANSWER, version.value.id]],
    },
    'simulated',
    nothing,
  );
  if (!trial.ok) throw new Error(trial.problem.detail);
  const start = asked.length;
  watch.before = (calls) => (calls === start + 40 ? lab.stop('r') : undefined);
  const run = await lab.runLoop('r', id, { settings: SETTINGS }, 'simulated', nothing);
  if (!run.ok) throw new Error(run.problem.detail);
  expect(run.value.result?.stopped?.kind).toBe('lab-stopped');
  watch.before = nothing;
  return made;
}

async function written(
  place: Place,
  document: NotebookDocument,
  choice: FileChoice,
): Promise<Blob> {
  const files = new StoredNotebookFiles(place.traces.fileParts);
  const file = await files.write('w', document, choice, nothing);
  if (!file.ok) throw new Error(file.problem.detail);
  return file.value;
}

/** Opens a file; gives the lab that its cell shows. */
async function readInto(place: Place, file: Blob): Promise<string> {
  const read = await new StoredNotebookFiles(place.traces.fileParts).read(file, nothing);
  if (!read.ok) throw new Error(read.problem.detail);
  const [cell] = read.value.document.cells;
  return cell?.kind === 'lab' ? (cell.lab ?? '') : '';
}

const goOn = async (place: Place, lab: string) => {
  const run = await place.lab.runLoop('g', lab, { resume: 'run-0001' }, 'simulated', nothing);
  if (!run.ok) throw new Error(run.problem.detail);
  return run.value;
};

const TRIAL = { kind: 'trial', id: 'trial-0001' } as const;

/** What both places say of the same trial. */
async function compared(place: Place, lab: string) {
  const result = await place.lab.compare(lab, { kind: 'record' }, TRIAL);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

const dropTalks = async (place: Place) => {
  for (const talk of [1, 2])
    await place.drop(
      await recordTalk(simulatedTalk(talk, TALK_SIZE), BARE_PROMPTS),
      `talk-${talk}.json`,
    );
};

describe('the Prompt lab in a notebook file', () => {
  test('is on another machine what it was, down to the replayed traces and a run that goes on', async () => {
    const here = await worked();
    const there = newPlace();
    const lab = await readInto(there, await written(here, notebookOf(here.id), WITH_TRACES));
    expect(lab).toBe(here.id);
    expect(there.problems).toEqual([]);
    expect(await there.viewOf(lab)).toEqual(await here.open());
    expect(await compared(there, lab)).toEqual(await compared(here, lab));

    const [place] = (await compared(there, lab)).places;
    const opened = await there.lab.openTrace(lab, place?.ref ?? '', 'trial-0001 of talk-1');
    expect(opened.ok).toBe(true);

    const before = there.asked.length;
    const [ended, whole] = [await goOn(there, lab), await goOn(here, lab)];
    expect(ended.result).toEqual(whole.result);
    expect(ended.result?.stopped).toBeUndefined();
    expect(there.asked.length - before).toBeGreaterThan(0);
    expect(there.asked.length).toBeLessThan(here.asked.length);
  }, 60_000);

  test('is counted before it is written', async () => {
    const here = await worked();
    const files = new StoredNotebookFiles(here.traces.fileParts);
    const preview = await files.preview(notebookOf(here.id));
    expect(preview.ok && preview.value.labs).toMatchObject([
      { versions: 5, trials: 1, suggestions: 1, runs: 1 },
    ]);
    expect(preview.ok && preview.value.labs[0]?.replays).toBeGreaterThanOrEqual(2);
    expect(preview.ok && preview.value.labs[0]?.replayBytes).toBeGreaterThan(10_000);
    const other = await files.preview(notebookOf('lab-of-another-notebook'));
    expect(other.ok && other.value.labs).toEqual([]);
  }, 60_000);

  test('begins a paused run again where the replayed traces did not come along, at the same result', async () => {
    const here = await worked();
    const choice = { withTraces: false, redact: false };
    const file = await written(here, notebookOf(here.id), choice);
    const there = newPlace();
    const lab = await readInto(there, file);
    await dropTalks(there);
    const [begun] = (await there.viewOf(lab)).begun;
    expect(begun).toMatchObject({ steps: 0, spent: (await here.open()).begun[0]?.spent });
    const [anew, whole] = [await goOn(there, lab), await goOn(here, lab)];
    expect(anew.result?.rounds).toEqual(whole.result?.rounds);
    expect(anew.result?.kept).toEqual(whole.result?.kept);
    const [place] = (await compared(there, lab)).places;
    const opened = await there.lab.openTrace(lab, place?.ref ?? '', 'x');
    expect(opened.ok ? '' : opened.problem.kind).toBe('lab-missing');
  }, 60_000);

  test('says nothing of the messages when they are blotted out, and keeps its figures', async () => {
    const here = await worked();
    const choice = { withTraces: true, redact: true };
    const file = await written(here, notebookOf(here.id), choice);
    const there = newPlace();
    const lab = await readInto(there, file);
    const said = await everythingOf(there, lab);
    const texts = [1, 2].flatMap((talk) => {
      const { sessions, questions } = simulatedTalk(talk, TALK_SIZE);
      return [
        ...sessions.flatMap(({ messages }) => messages.map(({ content }) => content)),
        ...questions.flatMap(({ question, goldenAnswers }) => [question, ...goldenAnswers]),
      ];
    });
    expect(texts.length).toBeGreaterThan(20);
    const source = await everythingOf(here, here.id);
    expect(texts.filter((text) => source.includes(text)).length).toBeGreaterThan(20);
    expect(texts.filter((text) => said.includes(text))).toEqual([]);
    expect(said).not.toContain('kayak');
    expect(said).toContain('Be brief.');

    await dropTalks(there);
    const { comparison, gate } = await compared(there, lab);
    const own = await compared(here, here.id);
    expect(comparison.all).toEqual(own.comparison.all);
    expect(gate).toEqual(own.gate);
  }, 60_000);

  test('stays what it is when its own file is opened, and comes in beside another state of it', async () => {
    const here = await worked();
    for (const choice of [
      WITH_TRACES,
      { withTraces: false, redact: false },
      { withTraces: false, redact: true },
    ])
      expect(await readInto(here, await written(here, notebookOf(here.id), choice))).toBe(here.id);
    const file = await written(here, notebookOf(here.id), WITH_TRACES);
    const [version] = (await here.open()).lab.versions;
    await here.lab.setNote(here.id, version?.id ?? '', 'changed since');
    const lab = await readInto(here, file);
    expect(lab).not.toBe(here.id);
    expect((await here.open()).lab.versions[0]?.note).toBe('changed since');
    expect((await here.viewOf(lab)).lab.versions[0]?.note).toBe('');
    const [place] = (await compared(here, lab)).places;
    expect(place?.ref?.startsWith(`${lab}/`)).toBe(true);
    expect((await here.lab.openTrace(lab, place?.ref ?? '', 'x')).ok).toBe(true);
    expect((await goOn(here, lab)).result?.rounds).toHaveLength(1);
  }, 60_000);
});

/** All that is stored of a lab, as text. */
async function everythingOf({ store }: Place | Made, id: string): Promise<string> {
  const { labs } = store;
  const rows = [
    await labs.get(id),
    await labs.trials(id),
    await labs.suggestions(id),
    await labs.runs(id),
    await labs.steps(`${id}/run-0001`),
  ];
  return JSON.stringify(rows);
}
