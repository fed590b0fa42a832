import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['src', 'workers', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** When the newest file of the sources changed, milliseconds since 1970. */
function newestSource(): number {
  const waiting = SOURCES.map((name) => `${root}/${name}`);
  let newest = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!existsSync(path)) continue;
    const entry = statSync(path);
    newest = Math.max(newest, entry.isDirectory() ? 0 : entry.mtimeMs);
    if (entry.isDirectory())
      for (const name of readdirSync(path))
        if (!name.includes('.test.')) waiting.push(`${path}/${name}`);
  }
  return newest;
}

/** Builds the site when it is missing or older than its sources. */
export async function buildIfStale(): Promise<void> {
  const page = `${root}/dist/index.html`;
  if (existsSync(page) && statSync(page).mtimeMs >= newestSource()) return;
  await build({ root, logLevel: 'warn' });
}

export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the built site on a free port of this machine. */
export async function serveSite(): Promise<Site> {
  const server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The site has no address.');
  return { address, close: () => server.close() };
}
