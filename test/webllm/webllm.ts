// `npm run test:webllm`: the real WebLLM in headless Chromium, with a model that is at hand.
import { parseArgs } from 'node:util';
import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { preview } from 'vite';
import { findBrowser } from '../../.ci/browser.mjs';
import { cell, openModels } from '../e2e/support/models-cell';
import { serveFolder } from './serve-folder';

const HELP = `npm run test:webllm -- --model-url URL --lib-url URL [--context TOKENS]
npm run test:webllm -- --model-dir FOLDER --lib FILE

Runs the real WebLLM in headless Chromium: download, load, an answer, a stop, an answer without the
network, deletion. The same by environment: WEBLLM_MODEL_URL, WEBLLM_LIB_URL, WEBLLM_MODEL_DIR, WEBLLM_LIB.
Without a model it tries what needs none (adapter, catalogue, a download that is not there), says so and
ends with 0. Needs the built page: npm run build. Without a graphics card SwiftShader computes: it has no
shader-f16 (take a q4f32 or q0f32 build), and a token can take half a minute.`;

const { values } = parseArgs({
  options: {
    'model-url': { type: 'string', default: process.env['WEBLLM_MODEL_URL'] ?? '' },
    'lib-url': { type: 'string', default: process.env['WEBLLM_LIB_URL'] ?? '' },
    'model-dir': { type: 'string', default: process.env['WEBLLM_MODEL_DIR'] ?? '' },
    lib: { type: 'string', default: process.env['WEBLLM_LIB'] ?? '' },
    context: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** Loading and answering on a processor that plays graphics card. */
const PATIENT = { timeout: 20 * 60_000 };
const SOON = { timeout: 60_000 };
const began = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`);

/** Adds a WebLLM model at its addresses; its row. */
async function add(page: Page, modelUrl: string, libUrl: string, name: RegExp): Promise<Locator> {
  const models = cell(page);
  const label = models.getByText('Add a model that runs on this device');
  if (!(await models.getByLabel('Kind').isVisible())) await label.click();
  await models.getByLabel('Kind').selectOption({ label: 'Own WebLLM model' });
  await models.getByLabel('Address of the model').fill(modelUrl);
  await models.getByLabel('Address of its library (.wasm)').fill(libUrl);
  const context = models.getByLabel('Context, in tokens').last();
  if (values.context !== '') await context.fill(values.context);
  await models.getByRole('button', { name: 'Add', exact: true }).click();
  const row = models.getByRole('row', { name });
  await expect(row).toContainText('not downloaded', SOON);
  return row;
}

/** What needs no model: the adapter, the catalogue of the real WebLLM, a model that is not there. */
async function withoutModel(page: Page, origin: string): Promise<void> {
  const models = cell(page);
  await expect(models.getByText('WebGPU', { exact: true })).toBeVisible(SOON);
  say(`adapter: ${(await models.locator('dl').innerText()).replaceAll('\n', ' ')}`);
  await models.getByText('Add a model that runs on this device').click();
  await models
    .getByLabel('Kind')
    .selectOption({ label: 'WebLLM’s catalogue, on the graphics card' });
  const entries = models.getByRole('combobox', { name: 'Model' }).getByRole('option');
  await expect(entries.first()).toBeAttached(SOON);
  const names = await entries.allTextContents();
  const builds = (of: RegExp): number => names.filter((name) => of.test(name)).length;
  say(
    `catalogue: ${names.length} models, ${builds(/f32/)} of them f32 builds, ${builds(/f16/)} f16`,
  );
  // SwiftShader cannot compute with 16-bit floats: builds for them would only fail later.
  if (builds(/-q\d+f16/) > 0) throw new Error('Builds are offered that this adapter cannot run.');
  const row = await add(page, `${origin}/absent/`, `${origin}/absent.wasm`, /^absent/);
  await row.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(row).toContainText('A file of the model is not at its address.', SOON);
  say('a model that is not there: said so');
  const slow = await add(page, `${origin}/slow/`, `${origin}/slow.wasm`, /^slow/);
  await slow.getByRole('button', { name: 'Load', exact: true }).click();
  await slow.getByRole('button', { name: 'Stop' }).click();
  const stopped = Date.now();
  await expect(slow.getByRole('button', { name: 'Load', exact: true })).toBeVisible(SOON);
  const took = Date.now() - stopped;
  if (took > 1_000) throw new Error(`Stopping a download took ${took} ms.`);
  say(`a download that hangs: stopped within ${took} ms`);
}

/** The whole way with a real model. */
async function withModel(page: Page, modelUrl: string, libUrl: string): Promise<void> {
  const row = await add(page, modelUrl, libUrl, /\(WebLLM\)/);
  await row.getByRole('button', { name: 'Load', exact: true }).click();
  say('download begins');
  await row.getByRole('button', { name: 'Stop' }).click();
  await expect(row.getByRole('button', { name: 'Load', exact: true })).toBeVisible(SOON);
  say('stopped; goes on');
  await row.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(row).toContainText('● loaded', PATIENT);
  say('loaded');
  await row.getByRole('button', { name: 'Try it' }).click();
  await expect(row).toContainText(/Answered “/, PATIENT);
  say((await row.innerText()).replaceAll('\n', ' '));
  await page.context().setOffline(true);
  await row.getByRole('button', { name: 'Unload' }).click();
  await row.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(row).toContainText('● loaded', PATIENT);
  say('loaded again without the network');
  await row.getByRole('button', { name: 'Unload' }).click();
  await row.getByRole('button', { name: 'Delete files' }).click();
  await expect(row).toContainText('not downloaded', SOON);
  say('deleted');
}

async function main(): Promise<void> {
  const folder = values['model-dir'] === '' ? undefined : values['model-dir'];
  const files = await serveFolder(folder, values.lib === '' ? undefined : values.lib);
  const modelUrl = folder === undefined ? values['model-url'] : `${files.origin}/model/`;
  const libUrl = values.lib === '' ? values['lib-url'] : `${files.origin}/library.wasm`;
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'silent' });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' });
    const page = await context.newPage();
    const hasModel = modelUrl !== '' && libUrl !== '';
    const origins = hasModel ? [new URL(modelUrl).origin, new URL(libUrl).origin] : [files.origin];
    await openModels(page, [...new Set(origins)]);
    if (hasModel) await withModel(page, modelUrl, libUrl);
    else {
      await withoutModel(page, files.origin);
      say('No model is at hand: what needs one was not tried. --help says how to name one.');
    }
  } finally {
    await browser.close();
    await server.close();
    files.stop();
  }
}

if (values.help) console.log(HELP);
else await main();
