import { expect, test, vi } from 'vitest';
import type { ImportOutcome } from '../../notebook/service/contract';
import { ScriptedService, TRACE } from '../../../test/support/scripted-service';
import { Imports, type DroppedFile } from './imports.svelte';

const dropped = (name: string): DroppedFile => ({ file: new File(['x'], name), path: name });
const read: ImportOutcome = { kind: 'read', traces: [TRACE], alreadyThere: [], milliseconds: 1 };

/** A service that reads one file at a time and ends it when told. */
function slowService() {
  const service = new ScriptedService();
  const ends: ((outcome: ImportOutcome) => void)[] = [];
  const begun: string[] = [];
  service.importFile = (_id, _file, name, _path, report) => {
    begun.push(name);
    report({ state: 'reading', bytes: 1, total: 2, bytesPerSecond: 3 });
    return new Promise((resolve) => ends.push(resolve));
  };
  return { service, begun, end: (outcome: ImportOutcome) => ends.shift()?.(outcome) };
}

test('files are read one after the other, each with its own outcome', async () => {
  const { service, begun, end } = slowService();
  const found = vi.fn(() => Promise.resolve());
  const imports = new Imports(service, found);
  imports.add([dropped('a'), dropped('b')]);
  expect(imports.rows.map((row) => row.state)).toEqual(['reading', 'waiting']);
  expect(imports.rows[0]?.progress?.bytes).toBe(1);
  end(read);
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']));
  end({ kind: 'refused', problem: { kind: 'not-json', title: '', detail: '', next: '' } });
  await vi.waitFor(() => expect(imports.busy).toBe(false));
  expect(imports.rows.map((row) => row.outcome?.kind)).toEqual(['read', 'refused']);
  expect(found.mock.calls).toEqual([[[TRACE.key]]]);
});

test('a waiting file is cancelled at once, one that is being read through the service', async () => {
  const { service, begun, end } = slowService();
  const imports = new Imports(service, () => Promise.resolve());
  imports.add([dropped('a'), dropped('b')]);
  await imports.cancel(imports.rows[1]?.id ?? '');
  expect(imports.rows[1]?.outcome).toMatchObject({ problem: { kind: 'cancelled' } });
  await imports.cancel(imports.rows[0]?.id ?? '');
  expect(service.cancelled).toEqual([imports.rows[0]?.id]);
  end({ kind: 'refused', problem: { kind: 'cancelled', title: '', detail: '', next: '' } });
  await vi.waitFor(() => expect(imports.busy).toBe(false));
  expect(begun).toEqual(['a']);
});

test('a reader that breaks ends its file as refused, and the next one is read', async () => {
  const service = new ScriptedService();
  const told = vi.fn();
  vi.stubGlobal('reportError', told);
  const works = service.importFile;
  service.importFile = (id, file, name, ...rest) =>
    name === 'a' ? Promise.reject(new Error('broken')) : works(id, file, name, ...rest);
  const imports = new Imports(service, () => Promise.resolve());
  imports.add([dropped('a'), dropped('b')]);
  await vi.waitFor(() => expect(imports.busy).toBe(false));
  expect(imports.rows.map((row) => row.outcome?.kind)).toEqual(['refused', 'read']);
  expect(told).toHaveBeenCalledOnce();
  imports.clearFinished();
  expect(imports.rows).toEqual([]);
});
