import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { PROBLEMS } from '../../src/base/problems';
import { TEXTS } from '../../src/ui/texts';
import { graphText, tinyGraph } from '../support/graph-file';
import { zipFile } from '../support/zip-file';

/** A trace that is told from the others by its id. */
const traceText = (id: string): string =>
  graphText({ ...tinyGraph, head: { ...tinyGraph.head, graph_id: id } });

/** A Zstandard frame of one block that is not compressed. */
function zstd(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = (bytes.length << 3) | 1;
  const start = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, head & 255, (head >> 8) & 255, head >> 16];
  return Buffer.concat([Buffer.from(start), bytes]);
}

test('packed traces are read, those of an archive each on a line of its own', async ({ page }) => {
  await page.goto('./');
  const picker = page.getByLabel(TEXTS.drop.files, { exact: true });
  await picker.waitFor({ state: 'attached' });
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  });
  await picker.setInputFiles([
    file('a.json.gz', gzipSync(traceText('a'))),
    file('b.json.zst', zstd(traceText('b'))),
    file('one.zip', zipFile([{ name: 'c.json', content: traceText('c') }])),
    file(
      'many.zip',
      zipFile([
        { name: 'runs/d.json', content: traceText('d') },
        { name: 'e.json.gz', content: gzipSync(traceText('e')) },
        { name: '../f.json', content: traceText('f') },
        { name: 'g.json', content: traceText('g'), isEncrypted: true },
        { name: 'broken.json', content: 'no trace' },
      ]),
    ),
  ]);
  const lines = page.locator(`ul[aria-label="${TEXTS.files.title}"] > li`);
  await expect(lines).toHaveCount(7);
  const expected = [
    /^a\.json\.gz.*read, 1 trace/s,
    /^b\.json\.zst.*read, 1 trace/s,
    /^one\.zip.*read, 1 trace/s,
    /^many\.zip.*\.\.\/f\.json.*g\.json/s,
    /^many\.zip\/runs\/d\.json.*read, 1 trace/s,
    /^many\.zip\/e\.json\.gz.*read, 1 trace/s,
    /^many\.zip\/broken\.json.*refused/s,
  ];
  for (const [i, words] of expected.entries())
    await expect.poll(() => lines.nth(i).textContent()).toMatch(words);
});

const gz = (content: string | Uint8Array): Uint8Array => new Uint8Array(gzipSync(content));
const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

/** A Zstandard frame of blocks that each repeat a byte 128 Ki times: 4 bytes for 131,072. */
function zstdBomb(blocks: number): Uint8Array {
  const head = ((128 << 10) << 3) | 2;
  const block = (isLast: boolean): readonly number[] => [
    (head & 255) | (isLast ? 1 : 0),
    (head >> 8) & 255,
    head >> 16,
    0x20,
  ];
  const all = Array.from({ length: blocks }, (_, i) => block(i === blocks - 1));
  return Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, ...all.flat()]);
}

test('a bomb and whatever is damaged is told on its line, and the rest is read', async ({
  page,
}) => {
  await page.goto('./');
  const picker = page.getByLabel(TEXTS.drop.files, { exact: true });
  await picker.waitFor({ state: 'attached' });
  const spaces = Buffer.alloc(70 << 20, 0x20);
  const whole = gz(traceText('w'));
  const wrong = whole.slice();
  wrong[wrong.length - 8] = (wrong.at(-8) ?? 0) ^ 255;
  const half = traceText('m').length >> 1;
  const cut = zstd(traceText('z'));
  const cases: readonly (readonly [name: string, bytes: Uint8Array, told: string])[] = [
    ['bomb.json.gz', gz(spaces), PROBLEMS['too-large'].title],
    ['bomb.json.zst', zstdBomb(600), PROBLEMS['too-large'].title],
    ['bomb.zip', zipFile([{ name: 'a.json', content: spaces }]), PROBLEMS['too-large'].title],
    [
      'nested.zip',
      zipFile([{ name: 'in.zip', content: zipFile([]) }]),
      PROBLEMS['no-trace-file'].title,
    ],
    [
      'encrypted.zip',
      zipFile([{ name: 'a.json', content: traceText('e'), isEncrypted: true }]),
      PROBLEMS.encrypted.title,
    ],
    ['cut.json.zst', cut.subarray(0, 200), PROBLEMS['bad-compression'].title],
    ['cut.json.gz', whole.slice(0, 200), PROBLEMS['bad-compression'].title],
    ['wrong.json.gz', wrong, PROBLEMS['bad-compression'].title],
    [
      'wrong.zip',
      zipFile([{ name: 'a.json', content: traceText('c'), crc: 1 }]),
      PROBLEMS['bad-compression'].title,
    ],
    [
      'behind.json.gz',
      join(gz(traceText('t')), Buffer.from('x')),
      PROBLEMS['bad-compression'].title,
    ],
    [
      'members.json.gz',
      join(gz(traceText('m').slice(0, half)), gz(traceText('m').slice(half))),
      'read, 1 trace',
    ],
  ];
  await picker.setInputFiles(
    cases.map(([name, bytes]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })),
  );
  const lines = page.locator(`ul[aria-label="${TEXTS.files.title}"] > li`);
  for (const [name, , told] of cases)
    await expect(lines.filter({ hasText: name }).filter({ hasText: told }), name).not.toHaveCount(
      0,
    );
});
