// `npm start [-- --port N] [--host H]`: installs what is missing, builds, serves the static site.
import { parseArgs } from 'node:util';
import { ensurePackages, root } from './packages.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env['PORT'] ?? '4173' },
    host: { type: 'string', default: 'localhost' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  process.exit(2);
}

ensurePackages();
// Only importable now: on a fresh clone Vite was not there when this file began.
const { build, preview } = await import('vite');
await build({ root, logLevel: 'warn' });
const server = await preview({ root, logLevel: 'warn', preview: { port, host: values.host } });
const address = server.resolvedUrls?.local[0] ?? `http://${values.host}:${port}/`;
console.log(`MemTrace Notebook is at ${address} (stop with Ctrl+C)`);
