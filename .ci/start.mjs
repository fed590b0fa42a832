// `npm start [-- --port N] [--host H]`: installs what is missing, builds, serves the static site.
import { parseArgs } from 'node:util';
import { ensurePackages, root } from './packages.mjs';

const { values, positionals } = parseArgs({
  // `npm start --port N`, without the `--`, arrives as a bare N.
  allowPositionals: true,
  options: { port: { type: 'string' }, host: { type: 'string', default: 'localhost' } },
});
const wanted = values.port ?? positionals[0] ?? process.env['PORT'] ?? '4173';
const port = Number(wanted);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`--port takes a number from 1 to 65535, not "${wanted}".`);
  process.exit(2);
}

ensurePackages();
// Only importable now: on a fresh clone Vite was not there when this file began.
const { build, preview } = await import('vite');
await build({ root, logLevel: 'warn' });
const server = await preview({ root, logLevel: 'warn', preview: { port, host: values.host } });
const address = server.resolvedUrls?.local[0] ?? `http://${values.host}:${port}/`;
console.log(`MemTrace Notebook is at ${address} (stop with Ctrl+C)`);
