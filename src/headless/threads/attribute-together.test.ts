import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { manyQuestions } from '../../../test/support/many-questions';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { attributeFile } from '../attribute-file';
import { createAttributor, type Attributor } from '../attributor';
import { attributeTogether } from './attribute-together';
import { serveThread } from './attribution-thread';
import { isFromThread } from './messages';
import { HelperThread, type ThreadHandle } from './helper-thread';
import { ThreadTeam, threadsFor } from './thread-team';

const folder = mkdtempSync(join(tmpdir(), 'memtrace-threads-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const text = manyQuestions(160).text();
const plain = join(folder, 'many.json');
writeFileSync(plain, text);
const packed = join(folder, 'many.json.gz');
writeFileSync(packed, gzipSync(text));

const noFault = (): never => {
  throw new Error('No case may meet a fault.');
};

/** A stand-in for a thread of Node: the code of a thread at the other end of a real message channel. */
function channelThread(dies: 'never' | 'at its second message' = 'never'): ThreadHandle {
  const { port1, port2 } = new MessageChannel();
  serveThread(port2);
  let messages = 0;
  let tellEnd: (reason: string) => void = () => undefined;
  const isDead = (): boolean => dies !== 'never' && messages >= 2;
  return {
    postMessage: (message) => port1.postMessage(message),
    onMessage: (listener) => {
      port1.on('message', (message: unknown) => {
        if (isDead()) return;
        messages++;
        if (isDead()) tellEnd('out of memory');
        else if (isFromThread(message)) listener(message);
      });
    },
    onEnd: (listener) => {
      tellEnd = listener;
    },
    terminate: () => {
      port1.close();
      return Promise.resolve();
    },
  };
}

const alone = (): Attributor => createAttributor({ evidence: 'labelled' }, noFault, undefined);

describe('attribution in several threads', { timeout: 60_000 }, () => {
  test.each([
    ['a file that each opens', plain, 2],
    ['unpacked bytes that all share', packed, 3],
  ])('comes to the verdicts of one, in their order, from %s', async (_, path, most) => {
    const team = new ThreadTeam(most, () => channelThread(), noFault);
    const together = createAttributor({ evidence: 'labelled' }, noFault, team);
    const expected = await attributeFile(path, alone());
    const found = await attributeFile(path, together);
    await team.close();
    expect([expected.threads, found.threads]).toEqual([1, most]);
    expect(new Set(expected.entries.map(({ verdict }) => verdict?.errorType)).size).toBeGreaterThan(
      1,
    );
    expect(JSON.stringify(found.entries)).toBe(JSON.stringify(expected.entries));
    expect(found.entries.filter(({ verdict }) => verdict !== undefined)).toHaveLength(160);
  });

  test('searches evidence in every thread as in one', async () => {
    const options = { evidence: 'retrieved', evidenceQuery: 'question' } as const;
    const team = new ThreadTeam(2, () => channelThread(), noFault);
    const expected = await attributeFile(plain, createAttributor(options, noFault, undefined));
    const found = await attributeFile(plain, createAttributor(options, noFault, team));
    await team.close();
    expect(JSON.stringify(found.entries)).toBe(JSON.stringify(expected.entries));
  });

  test('loses no verdict when a thread dies, says so, and goes on with a fresh one', async () => {
    const deaths: string[] = [];
    const starts = ['at its second message', 'never'] as const;
    let started = 0;
    const team = new ThreadTeam(
      2,
      () => channelThread(starts[started++]),
      (reason) => deaths.push(reason),
    );
    const together = createAttributor({ evidence: 'labelled' }, noFault, team);
    const expected = await attributeFile(plain, alone());
    for (const file of [plain, plain]) {
      const found = await attributeFile(file, together);
      expect(JSON.stringify(found.entries)).toBe(JSON.stringify(expected.entries));
    }
    await team.close();
    expect(deaths).toEqual(['out of memory']);
    expect(started).toBe(2);
  });

  const small = ['evermemos', 'long_context', 'mem0', 'rag'].map(
    (system) => `small/${system}/locomo_locomo-1.json`,
  );
  test.skipIf(!hasSharedData(...small)).each(small)(
    'comes to the verdicts of one on the shared trace %s, however few there are (skipped without it)',
    async (name) => {
      const helpers = [new HelperThread(channelThread(), noFault)];
      const options = { evidence: 'labelled' } as const;
      const path = sharedPath(name);
      const expected = await attributeFile(path, alone());
      const found = await attributeFile(path, (trace) =>
        attributeTogether(trace, options, noFault, helpers),
      );
      await helpers[0]?.close();
      expect(found.threads).toBe(2);
      expect(found.entries.length).toBeGreaterThan(0);
      expect(JSON.stringify(found.entries)).toBe(JSON.stringify(expected.entries));
    },
  );

  test('takes several threads from a hundred cases on, and at most one for fifty', () => {
    expect([0, 99, 100, 327, 1305].map((cases) => threadsFor(cases, 8))).toEqual([1, 1, 2, 6, 8]);
    expect(threadsFor(1305, 1)).toBe(1);
  });
});
