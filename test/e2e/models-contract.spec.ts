import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { tinyModel } from '../generate/gguf/tiny-model';
import { CONTRACT } from '../support/engine-contract/checks';

const PROBE = fileURLToPath(new URL('support/llama-probe.ts', import.meta.url));
const ends = tinyModel({ pieces: ['The', ' train', ' leaves', ' at', ' noon', '.'] });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

test.setTimeout(300_000);

test('the real llama.cpp keeps the contract of all engines', async ({ page }) => {
  const result = await build({
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: PROBE } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  const [code = ''] = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
  await page.route('**/llama-probe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  // The WebAssembly of the built page; requests of a worker's worker cannot be answered by a test.
  const assets = await readdir(fileURLToPath(new URL('../../dist/assets', import.meta.url)));
  const wasm = `assets/${assets.find((name) => /^wllama-.*\.wasm$/.test(name)) ?? ''}`;
  await page.goto('./');
  await page.addScriptTag({ url: 'llama-probe.js', type: 'module' });
  await page.waitForFunction(() => 'llamaProbe' in window);
  const pieces = Array.from({ length: 40 }, (_, i) => ` word${i}`);
  const models = [base64(ends), base64(tinyModel({ pieces, endless: true }))] as const;
  const lines = await page.evaluate(
    ([address, one, other]) => window.llamaProbe(address, one, other),
    [wasm, ...models] as const,
  );
  expect(lines).toEqual(CONTRACT.map(({ title }) => `held: ${title}`));
});
