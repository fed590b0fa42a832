import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

/** A bare page whose worker does nothing but `JSON.parse(await file.text())`: what reading is compared with. */
const PAGE = `<!doctype html><title>Parse</title><input type="file"><script src="page.js"></script>`;

const SCRIPT = `
document.querySelector('input').addEventListener('change', (event) => {
  const [file] = event.target.files;
  const worker = new Worker('worker.js');
  window.parsed = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
    worker.onerror = (error) => reject(new Error(error.message));
  });
  worker.postMessage(file);
});`;

const WORKER = `
onmessage = async ({ data: file }) => {
  const began = performance.now();
  const value = JSON.parse(await file.text());
  const milliseconds = performance.now() - began;
  postMessage({ milliseconds, keys: Object.keys(value).length });
};`;

const FILES: ReadonlyMap<string, readonly [type: string, body: string]> = new Map([
  ['/', ['text/html', PAGE]],
  ['/page.js', ['text/javascript', SCRIPT]],
  ['/worker.js', ['text/javascript', WORKER]],
]);

declare global {
  interface Window {
    parsed: Promise<{ milliseconds: number; keys: number }>;
  }
}

/** Serves the bare page on a free port of this machine. */
export async function serveParsePage(): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const [type, body] = FILES.get(request.url ?? '') ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Milliseconds that a fresh worker takes for `JSON.parse(await file.text())`. */
export async function parseBare(page: Page, path: string): Promise<number> {
  await page.locator('input').setInputFiles(path);
  const { milliseconds } = await page.evaluate(() => window.parsed);
  return milliseconds;
}
