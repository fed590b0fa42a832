import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attributeFlow } from '../../../src/attribution/flow/attribute-flow';
import { collectCases } from '../../../src/cases/collect';
import { ERROR_TYPES } from '../../../src/cases/error-type';
import { shownType } from '../../../src/cases/verdict';
import { compareReplay } from '../../../src/replay/compare';
import { checkImport } from '../../../src/replay/recorder';
import { replayTrace } from '../../../src/replay/replay-trace';
import { graphOfText } from '../../support/graph-of-text';
import { PLANS } from './plans';
import { recordSample } from './record';

const names = Object.keys(PLANS);
const committed = (name: string): string =>
  readFileSync(new URL(`../../../public/samples/${name}.json`, import.meta.url), 'utf8');

describe.each(names)('the sample %s', (name) => {
  const text = committed(name);

  test('is what recording it again gives, byte for byte', async () => {
    const plan = PLANS[name];
    expect(plan === undefined ? '' : await recordSample(plan)).toBe(text);
  });

  test('would be taken by the original importer', () => {
    expect(checkImport(JSON.parse(text))).toEqual([]);
  });

  test('holds a labelled fault for every failed question, and the model-free method finds each', async () => {
    const graph = await graphOfText(text);
    const failed = collectCases(graph).filter(({ outcome }) => outcome === 'failed');
    expect(failed.length).toBeGreaterThanOrEqual(3);
    expect(failed.every(({ label }) => label !== undefined)).toBe(true);
    const blamed = failed.filter(({ label }) => label?.opId !== undefined);
    const verdicts = attributeFlow(graph, blamed, { evidence: 'labelled' });
    const found = verdicts.map(({ errorType, opId }) => ({ errorType, opId }));
    expect(found).toEqual(
      blamed.map(({ label }) => ({ errorType: label?.errorType, opId: label?.opId })),
    );
  });

  test('holds labels and judges that are wrong, and the model-free method doubts each of them', async () => {
    const graph = await graphOfText(text);
    const failed = collectCases(graph).filter(({ outcome }) => outcome === 'failed');
    const doubtful = failed.filter(({ label }) => label !== undefined && label.opId === undefined);
    const verdicts = attributeFlow(graph, doubtful, { evidence: 'labelled' });
    expect(verdicts.map(shownType)).toEqual(doubtful.map(({ label }) => label?.errorType));
  });

  test('replays with its faults: only what was injected into deterministic steps is an anomaly', async () => {
    const graph = await graphOfText(text);
    const replay = await replayTrace(graph);
    if (!replay.ok) throw new Error(replay.problem.detail);
    expect(replay.value.calls).toEqual([]);
    const anomalous = new Set(replay.value.anomalies.map(({ operation }) => operation));
    expect(anomalous.size).toBe(['rag-faults', 'long-context-faults'].includes(name) ? 1 : 0);
    const replayed = await graphOfText([...replay.value.exportParts()].join(''));
    expect(compareReplay(graph, replayed, anomalous)).toMatchObject({
      fidelity: 1,
      first: undefined,
    });
  });
});

test('together the samples hold a fault of every type', async () => {
  const types = new Set<string>();
  for (const name of names)
    for (const { label } of collectCases(await graphOfText(committed(name))))
      if (label !== undefined) types.add(label.errorType);
  expect([...types].sort()).toEqual([...ERROR_TYPES].sort());
});
