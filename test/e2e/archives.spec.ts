import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
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
