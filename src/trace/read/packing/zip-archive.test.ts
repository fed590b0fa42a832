import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { graphText, tinyGraph } from '../../../../test/support/graph-file';
import { readText, tracesOf, verdictOn } from '../../../../test/support/read-text';
import { zipFile, type ZipMember } from '../../../../test/support/zip-file';
import { readFile } from '../read-file';
import { memorySource } from '../source';
import { listArchive } from './zip-archive';
import { memberSource } from './zip-member';

const text = graphText();
const other = graphText({ ...tinyGraph, annotations: [] });
const trace: ZipMember = { name: 'runs/a.json', content: text };

/** One word for each member of an archive, as it is read by itself, and for what was passed over. */
async function membersOf(file: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const source = memorySource(file);
  const list = await listArchive(source);
  if (!list.ok) return [`refused: ${list.problem.kind}`];
  const { members, passedOver } = list.value;
  const words: string[] = [];
  for (const member of members) {
    const outcome = await readFile(memberSource(source, member));
    words.push(`${member.path}: ${verdictOn(outcome)}`);
  }
  return [
    ...words,
    ...passedOver.map(({ problem, places }) => `${problem.kind}: ${places.join(', ')}`),
  ];
}

const one = async (member: ZipMember): Promise<string> =>
  verdictOn(await readText(zipFile([member])));

describe('a zip archive', () => {
  it.each<[string, ZipMember]>([
    ['deflated', trace],
    ['stored', { ...trace, method: 0 }],
    ['with a data descriptor', { ...trace, hasDescriptor: true }],
    ['with Zip64 sizes', { ...trace, isZip64: true }],
    ['compressed once more', { name: 'a.json.gz', content: gzipSync(text) }],
    ['under a name that says nothing', { name: 'export', content: text }],
  ])('with one trace %s is read as that file', async (_, member) => {
    const alone = tracesOf(await readText(text))[0];
    const outcome = await readText(zipFile([member]));
    expect(verdictOn(outcome)).toBe('read');
    expect(outcome).toMatchObject({ bytes: 'decoded', traces: [{ key: alone?.key }] });
  });

  it('with several traces is read member by member', async () => {
    const file = zipFile([
      trace,
      { name: 'b.jsonl', content: `${text}\n${other}\n` },
      { name: 'bad.json', content: 'no' },
    ]);
    expect(await membersOf(file)).toEqual([
      'runs/a.json: read',
      'b.jsonl: read',
      'bad.json: refused: not-json',
    ]);
    expect(verdictOn(await readText(file))).toBe('refused: several-files');
  });

  it('names what it passes over', async () => {
    const file = zipFile([
      trace,
      { name: 'runs/', content: '', method: 0 },
      { name: 'notes.txt', content: 'hello' },
      { name: '../../outside.json', content: text },
      { name: '/etc/x.json', content: text },
      { name: 'inner.zip', content: zipFile([trace]) },
      { name: '.hidden.json', content: text },
      { name: '__MACOSX/a.json', content: text },
      { name: 'secret.json', content: text, isEncrypted: true },
      { name: 'new.json', content: text, method: 93 },
    ]);
    expect(await membersOf(file)).toEqual([
      'runs/a.json: read',
      'passed-over: ../../outside.json, /etc/x.json, inner.zip, new.json, notes.txt',
      'encrypted: secret.json',
    ]);
    expect(verdictOn(await readText(file))).toBe('passed-over 5, encrypted 1');
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['that is empty', zipFile([]), 'no-trace-file'],
    ['of folders alone', zipFile([{ name: 'a/', content: '', method: 0 }]), 'no-trace-file'],
    ['within an archive', zipFile([{ name: 'a.zip', content: zipFile([trace]) }]), 'no-trace-file'],
    [
      'that hides an archive',
      zipFile([{ name: 'a.json', content: zipFile([trace]) }]),
      'unsupported-format',
    ],
    ['that is encrypted', zipFile([{ ...trace, isEncrypted: true }]), 'encrypted'],
    ['without its directory', zipFile([trace], { withDirectory: false }), 'bad-compression'],
    ['that is cut off', zipFile([trace]).slice(0, 400), 'bad-compression'],
    ['without its beginning', zipFile([trace]).slice(20), 'not-json'],
  ])('%s is refused', async (_, file, kind) => {
    expect(verdictOn(await readText(file))).toBe(`refused: ${kind}`);
  });

  it('is refused when its files share their bytes', async () => {
    const file = zipFile([trace, { ...trace, name: 'b.json' }]);
    const directory = Buffer.from(file).lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    new DataView(file.buffer).setUint32(directory + 42, 0, true);
    expect(await membersOf(file)).toEqual(['refused: bad-compression']);
  });

  it('keeps what comes out of a damaged member and says so', async () => {
    expect(await one({ ...trace, crc: 1 })).toBe('bad-compression 1');
    const packed = new Uint8Array(gzipSync(text)).slice(10, -30);
    expect(await one({ ...trace, packed })).toMatch(/truncated 1.*bad-compression 1$/);
    expect(
      await one({ name: 'a.json.gz', content: Buffer.concat([gzipSync(text), Buffer.from('x')]) }),
    ).toBe('bad-compression 1');
    expect(await one({ ...trace, packed: Uint8Array.of(7, 7, 7) })).toBe(
      'refused: bad-compression',
    );
  });

  it('does not unpack a bomb', { timeout: 30_000 }, async () => {
    const bomb = Buffer.alloc(100 << 20, 0x20);
    expect(await one({ name: 'bomb.json', content: bomb })).toBe('refused: too-large');
    expect(verdictOn(await readText(new Uint8Array(gzipSync(bomb))))).toBe('refused: too-large');
  });

  it('does not unpack many small bombs that together are a large one', async () => {
    const bomb = Buffer.alloc(20 << 20, 0x20);
    const bombs = ['a.json', 'b.json', 'c.json', 'd.json'].map((name) => ({ name, content: bomb }));
    expect(await membersOf(zipFile([trace, ...bombs]))).toEqual([
      'runs/a.json: read',
      'too-large: a.json, b.json, c.json, d.json',
    ]);
    expect(await membersOf(zipFile(bombs))).toEqual(['refused: too-large']);
  });

  it('stops at the announced size when more comes out', async () => {
    const file = zipFile([{ name: 'a.json', content: `${text}${' '.repeat(9 << 20)}` }]);
    const directory = Buffer.from(file).lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    new DataView(file.buffer).setUint32(directory + 24, 10, true);
    expect(await membersOf(file)).toEqual(['a.json: refused: bad-compression']);
  });

  it('reads each of ten thousand members', async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `${String(i)}.json`);
    const list = await listArchive(
      memorySource(zipFile(names.map((name) => ({ name, content: '{}', method: 0 })))),
    );
    expect(list).toMatchObject({ ok: true, value: { members: names.map((path) => ({ path })) } });
  });

  it('with a member that is not where it should be says so', async () => {
    const file = zipFile([trace]);
    file.fill(0, 0, 4);
    expect(verdictOn(await readText(file))).toBe('refused: not-json');
    expect(await membersOf(file)).toEqual(['runs/a.json: refused: bad-compression']);
  });
});
