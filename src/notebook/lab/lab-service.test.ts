import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { newLab, TALK_SIZE } from '../../../test/support/stored-lab';
import { BARE_PROMPTS, recordTalk, simulatedTalk } from '../../../test/support/simulated-talks';
import { SUGGEST_DEFAULTS } from '../../optimize/suggest/suggest';
import type { RunWish } from './contract';

const nothing = (): void => undefined;
const ANSWER = 'question-answering-prompt';

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
    expect((await open()).recordedRuns).toEqual([]);
  });

  test('works on the traces that were chosen alone', async () => {
    const { lab } = await newLab([1, 2, 3]);
    const [choice] = await lab.choices();
    expect(choice?.traces.map(({ questions, failed }) => [questions, failed])).toEqual(
      Array(3).fill([6, 6]),
    );
    const traces = choice?.traces.slice(0, 1).map(({ key }) => key) ?? [];
    const made = await lab.create({ system: 'mem0', seed: 1, share: 0.5, traces });
    expect(made.ok && made.value.traces.map(({ key }) => key)).toEqual(traces);
    expect(made.ok && made.value.split.tune.length + made.value.split.holdOut.length).toBe(6);
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
    const better = new Map([...BARE_PROMPTS, [ANSWER, 'Be brief. $context\nQuestion: $question']]);
    for (const talk of [1, 2])
      await drop(
        await recordTalk(simulatedTalk(talk, TALK_SIZE), better),
        `better/talk-${talk}.json`,
      );
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

  test('takes files of no folder for one run as long as their conversations differ', async () => {
    const { open, drop } = await newLab();
    for (const [i, note] of ['once', 'twice'].entries())
      for (const talk of [1, 2]) {
        const prompts = new Map([
          ...BARE_PROMPTS,
          [ANSWER, `Be brief, ${note}. $context\nQuestion: $question`],
        ]);
        const text = await recordTalk(simulatedTalk(talk, TALK_SIZE), prompts);
        await drop(text, `talk-${talk}-${i}.json`);
      }
    expect((await open()).recordedRuns.map(({ name, traces }) => [name, traces.length])).toEqual([
      ['talk-1-0.json, talk-2-0.json', 2],
      ['talk-1-1.json, talk-2-1.json', 2],
    ]);
  });

  test('says which model is missing, and asks nobody', async () => {
    const { lab, id } = await newLab();
    const result = await lab.suggest('s', id, ANSWER, SUGGEST_DEFAULTS, 'none', nothing);
    expect(result.ok ? '' : result.problem.kind).toBe('model-not-chosen');
  });
});

const SETTINGS = {
  rounds: 2,
  scope: 'conversation',
  judgeRepeats: 1,
  control: false,
  suggest: SUGGEST_DEFAULTS,
  budget: {},
} as const;

describe('a run of several rounds in the lab', () => {
  const start = async (
    { lab, id }: Awaited<ReturnType<typeof newLab>>,
    wish: RunWish = { settings: SETTINGS },
  ) => {
    const run = await lab.runLoop('r', id, wish, 'simulated', nothing);
    if (!run.ok) throw new Error(run.problem.detail);
    return run.value;
  };
  /** What a run came to, without what it cost and without the names of its lab. */
  const outcomeOf = async ({ id, open }: Awaited<ReturnType<typeof newLab>>) => {
    const view = await open();
    const { rounds, kept, errorsBefore, errorsAfter, stopped } = view.runs[0]?.result ?? {};
    const versions = view.lab.versions.map(({ target, text }) => [target, text]);
    const said = { rounds, kept, errorsBefore, errorsAfter, stopped, versions };
    return JSON.stringify(said).replaceAll(id, 'lab');
  };

  test('comes out the same when it was paused and went on', async () => {
    const settings = { ...SETTINGS, rounds: 1 };
    const whole = await newLab();
    await start(whole, { settings });
    const paused = await newLab();
    paused.watch.before = (calls) => (calls === 12 ? paused.lab.stop('r') : undefined);
    const half = await start(paused, { settings });
    expect(half.result?.stopped?.kind).toBe('lab-stopped');
    expect(half.result?.kept).toEqual([]);
    paused.watch.before = () => undefined;
    await start(paused, { resume: half.id });
    expect(await outcomeOf(paused)).toEqual(await outcomeOf(whole));
    expect((await paused.open()).runs).toHaveLength(1);
  }, 30_000);

  test('stops on its budget, and goes on when it is raised', async () => {
    const made = await newLab();
    const settings = { ...SETTINGS, rounds: 1, budget: { calls: 20 } };
    const short = await start(made, { settings });
    expect(short.result?.stopped?.kind).toBe('lab-budget');
    expect(made.asked).toHaveLength(20);
    const again = await start(made, { resume: short.id });
    expect(again.result?.stopped?.kind).toBe('lab-budget');
    expect(made.asked).toHaveLength(20);
    const ended = await start(made, { resume: short.id, budget: {} });
    expect(ended.result?.stopped).toBeUndefined();
    expect(ended.result?.rounds[0]?.trial).toHaveLength(2);
  }, 30_000);

  test('goes on with the model it was begun with, and with no other', async () => {
    const made = await newLab();
    const settings = { ...SETTINGS, rounds: 1, budget: { calls: 20 } };
    const short = await start(made, { settings });
    const asked = made.asked.length;
    const wish = { resume: short.id, budget: {} };
    const refused = await made.lab.runLoop('r', made.id, wish, 'other', nothing);
    expect(refused.ok ? '' : `${refused.problem.kind} ${refused.problem.detail}`).toBe(
      `lab-other-model ${made.model.description.label}`,
    );
    expect(made.asked).toHaveLength(asked);
    const [run] = (await made.open()).runs;
    expect(run?.model).toBe(made.model.description.label);
    expect(run?.result?.stopped?.kind).toBe('lab-budget');
    expect((await start(made, wish)).result?.stopped).toBeUndefined();
  }, 30_000);

  test('says how far it is while it is paused: the round, the steps kept, what they cost', async () => {
    const made = await newLab();
    expect((await made.open()).begun).toEqual([]);
    const settings = { ...SETTINGS, rounds: 1, budget: { calls: 20 } };
    const short = await start(made, { settings });
    const [begun] = (await made.open()).begun;
    expect(begun).toMatchObject({ id: short.id, round: 1, spent: { calls: 20 } });
    expect(begun?.steps).toBeGreaterThan(0);
    await start(made, { resume: short.id, budget: {} });
    expect((await made.open()).begun).toEqual([]);
  }, 30_000);

  test('begins from the versions that are kept, and loses none that is written meanwhile', async () => {
    const made = await newLab();
    const { lab, id, open, watch } = made;
    const recorded = (await open()).lab.versions.find(({ target }) => target === ANSWER);
    const by = { target: ANSWER, parent: recorded?.id ?? '', note: '' };
    const mine = await lab.addVersion(id, { ...by, text: `Be brief. ${recorded?.text ?? ''}` });
    if (!mine.ok) throw new Error();
    await lab.keep(id, [[ANSWER, mine.value.id]]);
    watch.before = async (calls) => {
      if (calls === 5) await lab.addVersion(id, { ...by, text: 'Meanwhile: $question $context' });
    };
    const run = await start(made, { settings: { ...SETTINGS, rounds: 1 } });
    expect(run.result?.control).toHaveLength(2);
    expect(run.result?.kept.map(([target]) => target)).toContain(ANSWER);
    const view = await open();
    expect(view.targets.find(({ name }) => name === ANSWER)?.kept).toBe(mine.value.id);
    expect(view.lab.versions.map(({ text }) => text)).toContain('Meanwhile: $question $context');
  }, 30_000);
});

describe.skipIf(!hasSharedData('small/mem0'))('the lab on a shared Mem0 trace', () => {
  test('makes one answer call and one judge call a question when the answer prompt alone is another', async () => {
    const text = await readFile(sharedPath('small/mem0/locomo_locomo-1.json'), 'utf8');
    const { lab, id, open, asked } = await newLab([], text);
    const view = await open();
    const recorded = view.lab.versions.find(({ target }) => target === ANSWER);
    const version = await lab.addVersion(id, {
      target: ANSWER,
      parent: recorded?.id ?? '',
      text: `Be brief.\n${recorded?.text ?? ''}`,
      note: '',
    });
    if (!version.ok) throw new Error();
    const choice = {
      scope: 'answers',
      kind: 'trial',
      judgeRepeats: 1,
      versions: [[ANSWER, version.value.id]],
    } as const;
    const price = await lab.price(id, choice, 'simulated');
    const trial = await lab.runTrial('t', id, choice, 'simulated', nothing);
    if (!trial.ok) throw new Error(trial.problem.detail);
    const n = view.questions.tune + view.questions.holdOut;
    expect(n).toBeGreaterThan(10);
    expect(asked.filter((purpose) => purpose === 'answer')).toHaveLength(n);
    expect(asked.filter((purpose) => purpose === 'judgement')).toHaveLength(n);
    expect(asked).toHaveLength(2 * n);
    expect(trial.value.spent.calls).toBe(2 * n);
    expect(price.ok && price.value.calls).toEqual({ least: n, most: 2 * n });
  });
});
