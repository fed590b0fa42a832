import { expect, test, vi } from 'vitest';
import { opId, queryId, traceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { ReplayProof } from '../../cases/replay-proof';
import { ScriptedService } from '../../../test/support/scripted-service';
import { Proving } from './proving.svelte';

const ref = (name: string) => ({ traceKey: traceKey('t'), queryId: queryId(name) });
const PROOF: ReplayProof = {
  queryId: queryId('a'),
  opId: opId('op'),
  outcome: 'proved',
  reason: 'It was lost there.',
  decisive: undefined,
  steps: [],
};

/** A service whose proofs end when told, and as cancelled when cancelled. */
function slowService() {
  const service = new ScriptedService();
  const ends = new Map<string, (result: Result<ReplayProof>) => void>();
  const end = (result: Result<ReplayProof>) => [...ends.values()].at(-1)?.(result);
  service.prove = (id, _key, _query, report) => {
    report({ replay: 1, done: 1, total: 9 });
    return new Promise((resolve) => ends.set(id, resolve));
  };
  service.cancel = (id) => Promise.resolve(ends.get(id)?.(err(problem('cancelled'))));
  return { service, end, begun: ends };
}

test('a proof tells how far it is, and that it is there', async () => {
  const { service, end } = slowService();
  const found = vi.fn(() => Promise.resolve());
  const proving = new Proving(service, found);
  const run = proving.run(ref('a'));
  await vi.waitFor(() => expect(proving.progress?.total).toBe(9));
  expect(proving.running).toBe(true);
  end(ok(PROOF));
  await run;
  expect(proving.running).toBe(false);
  expect(found.mock.calls).toEqual([[PROOF]]);
});

test('a proof that is stopped says so, one that fails shows its problem', async () => {
  const { service, end, begun } = slowService();
  const proving = new Proving(service, () => Promise.resolve());
  const stopped = proving.run(ref('a'));
  await vi.waitFor(() => expect(begun.size).toBe(1));
  await proving.cancel();
  await stopped;
  expect([proving.stopped, proving.running, proving.problem]).toEqual([true, false, undefined]);
  const failing = proving.run(ref('a'));
  await vi.waitFor(() => expect(begun.size).toBe(2));
  end(err(problem('replay-unsupported')));
  await failing;
  expect(proving.problem?.kind).toBe('replay-unsupported');
  expect(proving.stopped).toBe(false);
});

test('the proof of another case takes the place of one that runs', async () => {
  const { service, end, begun } = slowService();
  const proving = new Proving(service, () => Promise.resolve());
  const first = proving.run(ref('a'));
  await vi.waitFor(() => expect(begun.size).toBe(1));
  const second = proving.run(ref('b'));
  await first;
  await vi.waitFor(() => expect(begun.size).toBe(2));
  expect([proving.running, proving.of?.queryId, proving.stopped]).toEqual([true, 'b', false]);
  end(ok(PROOF));
  await second;
  expect(proving.running).toBe(false);
});
