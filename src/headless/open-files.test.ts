import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { graphText, tinyGraph } from '../../test/support/graph-file';
import { zipFile } from '../../test/support/zip-file';
import { archiveMembers, openFile, type OpenedTrace } from './open-files';

const folder = mkdtempSync(join(tmpdir(), 'memtrace-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function valueOf({ read, bytes }: OpenedTrace, node: number): string {
  const { valueStart, valueEnd } = read.columns.nodes;
  return new TextDecoder().decode(bytes.read(valueStart[node] ?? 0, valueEnd[node] ?? 0));
}

describe('openFile', () => {
  const array = `[${graphText()},\n${graphText({ ...tinyGraph, annotations: [] }, 1)}]`;

  it.each([
    ['a plain file', file('two.json', array)],
    ['a gzip file', file('two.json.gz', gzipSync(array))],
    ['a file with a wrong name', file('two.txt', gzipSync(array))],
  ])('opens every graph of %s with its own bytes', async (_, path) => {
    const opened = await openFile(path);
    expect(opened.outcome.kind).toBe('read');
    expect(opened.traces.map((trace) => valueOf(trace, 1))).toEqual([
      `"['Cat is called Miso']"`,
      `"['Cat is called Miso']"`,
    ]);
    opened.close();
    opened.close();
  });

  it('refuses what is not there or not a trace', async () => {
    const missing = await openFile(join(folder, 'missing.json'));
    expect(missing.outcome).toMatchObject({ kind: 'refused', problem: { kind: 'read-failed' } });
    const prose = await openFile(file('prose.json', 'hello'));
    expect(prose.outcome).toMatchObject({ kind: 'refused', problem: { kind: 'not-json' } });
    expect(prose.traces).toEqual([]);
    expect((await openFile(folder)).outcome.kind).toBe('refused');
  });
});

describe('archiveMembers', () => {
  const text = graphText();
  const zipped = file(
    'all.zip',
    zipFile([
      { name: 'a.json', content: text },
      { name: 'x/b.json.gz', content: gzipSync(text) },
      { name: 'readme.md', content: 'hello' },
    ]),
  );

  it('lists the traces of an archive, each to be opened by itself', async () => {
    const { members, passedOver } = await archiveMembers(zipped);
    expect(members.map(({ path }) => path)).toEqual(['a.json', 'x/b.json.gz']);
    expect(passedOver.flatMap(({ places }) => places)).toEqual(['readme.md']);
    for (const member of members) {
      const opened = await openFile(zipped, {}, member);
      expect(opened.traces.map((trace) => valueOf(trace, 1))).toEqual([`"['Cat is called Miso']"`]);
    }
  });

  it('lists nothing for any other file', async () => {
    const paths = [
      file('one.zip', zipFile([{ name: 'a.json', content: text }])),
      file('a.json', text),
      file('bad.zip', zipFile([{ name: 'a.json', content: text }]).slice(0, 90)),
      join(folder, 'missing.zip'),
      folder,
    ];
    for (const path of paths) expect(await archiveMembers(path)).toMatchObject({ members: [] });
  });
});
