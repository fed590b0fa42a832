import { describe, expect, test } from 'vitest';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import type { TraceKey } from '../../base/brand';
import { SimulatedMemoryLlm } from '../../../test/support/simulated-memory-llm';
import { BARE_PROMPTS, recordTalk, simulatedTalk } from '../../../test/support/simulated-talks';
import { SUGGEST_DEFAULTS } from '../../optimize/suggest/suggest';
import { openMemoryStore } from '../../store/store';
import { bytesInMemory } from '../service/blob-bytes';
import { StoredTraceService } from '../service/trace-service';
import type { LabView } from './contract';
import { StoredLab } from './lab-service';

const nothing = (): void => undefined;
const ANSWER = 'question-answering-prompt';

async function newLab(talks: readonly number[] = [1, 2]) {
  let time = 1_000;
  const store = openMemoryStore();
  const traces = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: nothing,
    now: () => ++time,
  });
  const drop = async (text: string, path: string): Promise<TraceKey> => {
    const outcome = await traces.importFile('x', new Blob([text]), path, path, nothing);
    const key = outcome.kind === 'refused' ? undefined : outcome.traces[0]?.key;
    if (key === undefined) throw new Error('not read');
    return key;
  };
  const size = { dates: 3, advice: 2, plain: 1 };
  for (const talk of talks)
    await drop(await recordTalk(simulatedTalk(talk, size), BARE_PROMPTS), `talk-${talk}.json`);
  const model = new SimulatedMemoryLlm();
  const models = () => ({
    chat: (id: string) => Promise.resolve(id === 'simulated' ? model : undefined),
  });
  const lab = new StoredLab({ ...traces.shared, models });
  const made = await lab.create({ system: 'mem0', seed: 1, share: 0.5 });
  if (!made.ok) throw new Error(made.problem.detail);
  const open = async (): Promise<LabView> => {
    const view = await lab.open(made.value.id);
    if (!view.ok) throw new Error(view.problem.detail);
    return view.value;
  };
  return { lab, id: made.value.id, open, drop, traces, model };
}

describe('the lab of a notebook', () => {
  test('lists the prompts with their failed cases, and splits by conversation', async () => {
    const { open } = await newLab();
    const view = await open();
    expect(view.lab.split.by).toBe('conversation');
    expect(view.questions).toEqual({ tune: 6, holdOut: 6 });
    expect(view.targets.map(({ name, failed }) => [name, failed.length])).toEqual([
      ['fact-extraction-system-prompt', 5],
      ['memory-update-decision-prompt', 0],
      [ANSWER, 1],
    ]);
    expect(view.lab.versions.every(({ origin }) => origin === 'recorded')).toBe(true);
  });

  test('tries a version written by hand, compares it with the record, and follows it to its trace', async () => {
    const { lab, id, open, traces } = await newLab();
    const [recorded] = (await open()).lab.versions.filter(({ target }) => target === ANSWER);
    const version = await lab.addVersion(id, {
      target: ANSWER,
      parent: recorded?.id ?? '',
      text: `Be brief. ${recorded?.text ?? ''}`,
      note: 'shorter',
    });
    if (!version.ok) throw new Error();
    const choice = {
      scope: 'answers',
      kind: 'trial',
      judgeRepeats: 1,
      versions: [[ANSWER, version.value.id]],
    } as const;
    const price = await lab.price(id, choice, 'simulated');
    expect(price.ok && price.value.calls).toEqual({ least: 12, most: 24 });
    expect(price.ok && (price.value.cost?.most ?? 0)).toBeGreaterThan(0);
    const trial = await lab.runTrial('t', id, choice, 'simulated', nothing);
    if (!trial.ok) throw new Error(trial.problem.detail);
    expect(trial.value.spent.calls).toBe(24);
    const compared = await lab.compare(
      id,
      { kind: 'record' },
      { kind: 'trial', id: trial.value.id },
    );
    if (!compared.ok) throw new Error();
    const { comparison, places, errors } = compared.value;
    expect(comparison.flips.length).toBeGreaterThan(0);
    expect(comparison.flips.every(({ gained }) => gained)).toBe(true);
    expect(errors.reduce((sum, { after }) => sum + after, 0)).toBeLessThan(12);
    const [flip] = comparison.flips;
    const place = places.find(({ traceKey }) => traceKey === flip?.after.traceKey);
    const opened = await lab.openTrace(id, place?.ref ?? '', 'trial-0001 of talk-1.json');
    if (!opened.ok || flip === undefined) throw new Error();
    const shown = await traces.caseView(opened.value, flip.after.queryId);
    expect(shown.ok && shown.value.case.prediction).toBe(flip.after.prediction);
    expect(shown.ok && shown.value.case.outcome).toBe('passed');
  });

  test('refuses to try a prompt that lost a placeholder', async () => {
    const { lab, id, model } = await newLab();
    const before = model.calls;
    const version = await lab.addVersion(id, { target: ANSWER, parent: '', text: 'Hm.', note: '' });
    const trial = await lab.runTrial(
      't',
      id,
      {
        scope: 'answers',
        kind: 'trial',
        judgeRepeats: 1,
        versions: [[ANSWER, version.ok ? version.value.id : '']],
      },
      'simulated',
      nothing,
    );
    expect(trial.ok ? '' : `${trial.problem.kind} ${trial.problem.detail}`).toBe(
      'lab-placeholder $context, $question',
    );
    expect(model.calls).toBe(before);
  });

  test('runs rounds, keeps what helps as a version, and writes it out', async () => {
    const { lab, id, open } = await newLab([1, 2, 3, 4]);
    const settings = {
      rounds: 1,
      scope: 'conversation',
      judgeRepeats: 1,
      control: false,
      suggest: SUGGEST_DEFAULTS,
      budget: {},
    } as const;
    const run = await lab.runLoop('r', id, { settings }, 'simulated', nothing);
    if (!run.ok) throw new Error(run.problem.detail);
    expect(run.value.result?.rounds[0]?.gate?.kept).toBe(true);
    const view = await open();
    expect(view.targets.find(({ name }) => name === ANSWER)?.kept).not.toBe(
      view.lab.versions.find(({ target }) => target === ANSWER)?.id,
    );
    const file = await lab.exportPrompts(id, 'update-results');
    expect(file.ok ? await file.value.text() : '').toContain(`"${ANSWER}@1": "'`);
    const after = { kind: 'round', run: run.value.id, round: 1 } as const;
    const report = await lab.exportReport(id, { kind: 'record' }, after);
    expect(report.ok ? await report.value.text() : '').toContain('The change is kept');
    const imported = await lab.importRun(id, [
      {
        path: 'run/iteration_1/update_results.json',
        file: file.ok ? file.value : new Blob(),
      },
    ]);
    expect(imported).toEqual({ ok: true, value: 3 });
  });

  test('compares with another recorded run of the same conversations without a model', async () => {
    const { lab, id, open, drop } = await newLab();
    const size = { dates: 3, advice: 2, plain: 1 };
    const better = new Map([...BARE_PROMPTS, [ANSWER, 'Be brief. $context\nQuestion: $question']]);
    for (const talk of [1, 2])
      await drop(await recordTalk(simulatedTalk(talk, size), better), `better/talk-${talk}.json`);
    const [run] = (await open()).recordedRuns;
    expect(run).toMatchObject({ name: 'better' });
    const compared = await lab.compare(
      id,
      { kind: 'record' },
      { kind: 'recorded', id: run?.id ?? '' },
    );
    expect(compared.ok && compared.value.comparison.all.n).toBe(12);
    expect(compared.ok && compared.value.comparison.flips.length).toBeGreaterThan(0);
  });

  test('says which model is missing, and asks nobody', async () => {
    const { lab, id } = await newLab();
    const result = await lab.suggest('s', id, ANSWER, SUGGEST_DEFAULTS, 'none', nothing);
    expect(result.ok ? '' : result.problem.kind).toBe('model-not-chosen');
  });
});
