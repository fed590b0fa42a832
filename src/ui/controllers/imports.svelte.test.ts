import { expect, test, vi } from 'vitest';
import type { ImportOutcome } from '../../notebook/service/contract';
import { ScriptedService, TRACE } from '../../../test/support/scripted-service';
import type { ArchiveMember } from '../../trace/read/several-files';
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
  await vi.waitFor(() => expect(imports.rows[0]?.progress?.bytes).toBe(1));
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
  await vi.waitFor(() => expect(begun).toEqual(['a']));
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

/** A service whose files ending in .zip are archives of two traces. */
function archiveService() {
  const service = new ScriptedService();
  const read: string[] = [];
  const works = service.importFile;
  service.importFile = (id, file, name, path, report, member) => {
    read.push(`${path} ${member?.path ?? ''}`);
    return works(id, file, name, path, report, member);
  };
  const member = (path: string): ArchiveMember => ({
    ...{ path, offset: 0, packedBytes: 5, bytes: 9, crc: 0 },
    method: 'deflate',
  });
  service.archiveMembers = (file) =>
    Promise.resolve(
      file instanceof File && file.name.endsWith('.zip')
        ? { members: [member('x/a.json'), member('b.json')], passedOver: PASSED_OVER }
        : { members: [], passedOver: [] },
    );
  return { service, read };
}

const PASSED_OVER = [
  {
    problem: { kind: 'passed-over' as const, title: '', detail: '', next: '' },
    count: 1,
    places: ['notes.txt'],
  },
];

test('the files of an archive are read as if they lay in a folder, in its place', async () => {
  const { service, read } = archiveService();
  const imports = new Imports(service, () => Promise.resolve());
  imports.add([dropped('all.zip'), dropped('c.json')]);
  await vi.waitFor(() => expect(imports.busy).toBe(false));
  expect(read).toEqual(['all.zip/x/a.json x/a.json', 'all.zip/b.json b.json', 'c.json ']);
  expect(imports.rows.map((row) => row.path)).toEqual([
    'all.zip',
    'all.zip/x/a.json',
    'all.zip/b.json',
    'c.json',
  ]);
  expect(imports.rows[0]?.outcome).toMatchObject({ skipped: PASSED_OVER });
});

test('an archive that is cancelled while it is opened is not read', async () => {
  const { service, read } = archiveService();
  const imports = new Imports(service, () => Promise.resolve());
  imports.add([dropped('all.zip')]);
  await imports.cancel(imports.rows[0]?.id ?? '');
  await vi.waitFor(() => expect(imports.busy).toBe(false));
  expect(imports.rows.map((row) => row.outcome?.kind)).toEqual(['refused']);
  expect(read).toEqual([]);
});
