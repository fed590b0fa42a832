import { afterEach, describe, expect, it } from 'vitest';
import { HubStandIn, type StandInFile } from '../../../test/support/hub-stand-in';
import { downloadFile, type DownloadParts } from './download';
import { listFiles, type HubFile } from './hub';
import { splitOfPath } from './splits';

const content = Buffer.from(Array.from({ length: 50_000 }, (_, i) => i % 251));
const PATH = 'mem0/locomo_locomo-1.json';

let standIn: HubStandIn | undefined;
afterEach(() => standIn?.stop());

const start = async (files: Record<string, StandInFile>): Promise<HubStandIn> =>
  (standIn = await HubStandIn.start(files));

async function listed(host: HubStandIn): Promise<readonly HubFile[]> {
  const files = await listFiles(host.hub, host.allowed);
  if (!files.ok) throw new Error(files.problem.detail);
  return files.value;
}

/** Downloads the only file of a stand-in, and says what was kept on the way. */
async function download(host: HubStandIn, more: Partial<DownloadParts> = {}) {
  const [file] = await listed(host);
  if (file === undefined) throw new Error('nothing listed');
  const kept: (Blob | undefined)[] = [];
  const result = await downloadFile(file, {
    hub: host.hub,
    allowedOrigins: host.allowed,
    signal: new AbortController().signal,
    part: undefined,
    keep: (part) => Promise.resolve(void kept.push(part)),
    onBytes: () => undefined,
    ...more,
  });
  const bytes = result.ok ? Buffer.from(await result.value.arrayBuffer()) : undefined;
  const ranges = host.seen.filter(({ path }) => !path.startsWith('/api/')).map((r) => r.range);
  return { result, bytes, kept, ranges, problem: result.ok ? undefined : result.problem.kind };
}

describe('the list of files', () => {
  it('holds the JSON files of the four splits, from every page, by path', async () => {
    const host = await start({
      'rag/a.json': { content, large: true },
      'mem0/b.json': { content },
      'evermemos/c.json': { content },
      'long_context/d.json': { content, large: true },
      'other/e.json': { content },
      'rag/notes.txt': { content },
    });
    const files = await listed(host);
    expect(files.map(({ path, split, bytes, hash }) => [path, split, bytes, hash.kind])).toEqual([
      ['evermemos/c.json', 'evermemos', 50_000, 'git-sha1'],
      ['long_context/d.json', 'long_context', 50_000, 'sha256'],
      ['mem0/b.json', 'mem0', 50_000, 'git-sha1'],
      ['rag/a.json', 'rag', 50_000, 'sha256'],
    ]);
    expect(host.seen).toHaveLength(3);
  });

  it.each([
    [404, 'download-missing'],
    [401, 'download-refused'],
    [503, 'download-refused'],
  ])('ends with the reason when the host answers %i', async (status, kind) => {
    const host = await start({ [PATH]: { content } });
    host.listStatus = status;
    const files = await listFiles(host.hub, host.allowed);
    expect(files).toMatchObject({ ok: false, problem: { kind } });
  });

  it('asks nobody before the host is allowed', async () => {
    const host = await start({ [PATH]: { content } });
    const files = await listFiles(host.hub, []);
    expect(files).toMatchObject({ ok: false, problem: { kind: 'origin-not-allowed' } });
    expect(host.seen).toEqual([]);
  });
});

describe('the download of a file', () => {
  it.each([true, false])(
    'gives its bytes when the hash is right (large file: %s)',
    async (large) => {
      const { bytes } = await download(await start({ [PATH]: { content, large } }));
      expect(bytes?.equals(content)).toBe(true);
    },
  );

  it('goes on where the connection broke, as often as that brings something', async () => {
    const host = await start({
      [PATH]: { content, large: true, cut: { after: 20_000, times: 2 } },
    });
    const { bytes, kept, ranges } = await download(host);
    expect(bytes?.equals(content)).toBe(true);
    // Each range is asked of the host and then of its storage.
    expect(new Set(ranges)).toEqual(new Set([undefined, 'bytes=20000-', 'bytes=40000-']));
    expect(kept.map((part) => part?.size)).toEqual([20_000, 40_000, 50_000]);
  });

  it('goes on from what an earlier visit kept', async () => {
    const host = await start({ [PATH]: { content, large: true } });
    const { bytes, ranges } = await download(host, { part: new Blob([content.subarray(0, 777)]) });
    expect(bytes?.equals(content)).toBe(true);
    expect(ranges).toEqual(['bytes=777-', 'bytes=777-']);
  });

  it('gives up when attempts bring nothing, and keeps what there is', async () => {
    const host = await start({ [PATH]: { content, cut: { after: 0, times: 99 } } });
    const part = new Blob([content.subarray(0, 10)]);
    const { problem, kept } = await download(host, { part });
    expect(problem).toBe('download-cut');
    expect(kept).toEqual([]);
  });

  it('starts over where the host ignores ranges', async () => {
    const host = await start({ [PATH]: { content, noRanges: true } });
    const { bytes } = await download(host, { part: new Blob([content.subarray(0, 10)]) });
    expect(bytes?.equals(content)).toBe(true);
  });

  it('refuses a wrong hash and forgets what it kept', async () => {
    const host = await start({ [PATH]: { content, large: true, wrongHash: true } });
    const { problem, kept } = await download(host);
    expect(problem).toBe('download-damaged');
    expect(kept.at(-1)).toBeUndefined();
  });

  it('forgets a kept part that is not the beginning of the file', async () => {
    const host = await start({ [PATH]: { content } });
    const { problem, kept } = await download(host, { part: new Blob(['something else']) });
    expect(problem).toBe('download-damaged');
    expect(kept.at(-1)).toBeUndefined();
  });

  it.each([
    [404, 'download-missing'],
    [403, 'download-refused'],
    [500, 'download-refused'],
  ])('says what an answer of %i means', async (status, kind) => {
    expect((await download(await start({ [PATH]: { content, status } }))).problem).toBe(kind);
  });

  it('follows a redirect only to an allowed origin, and asks the other one nothing', async () => {
    const host = await start({ [PATH]: { content, large: true } });
    const { problem } = await download(host, { allowedOrigins: [host.hubOrigin] });
    expect(problem).toBe('origin-not-allowed');
    expect(host.seen.some(({ path }) => path.startsWith('/store/'))).toBe(false);
  });

  it('ends an answer that stands still, and stops when asked to', async () => {
    const host = await start({ [PATH]: { content, stallAfter: 100 } });
    const silent = await download(host, { silence: 50 });
    expect(silent.problem).toBe('download-cut');
    const signal = AbortSignal.timeout(50);
    expect((await download(host, { signal })).problem).toBe('cancelled');
  });
});

it('a path belongs to the split whose folder it goes through', () => {
  expect(splitOfPath('MemTraceBench/long_context/x.json')).toBe('long_context');
  expect(splitOfPath('small/rag/x.json')).toBe('rag');
  expect(splitOfPath('rag.json')).toBeUndefined();
  expect(splitOfPath('other/x.json')).toBeUndefined();
});
