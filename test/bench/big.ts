// `npm run bench:big [-- --gigabytes N] [--file FILE] [--json FILE]`: reads a large trace made for it, cancels it
// half way once, and prints one JSON document. Ends with 1 where a budget is not kept.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBig } from '../generate/write-big';
import { measureBig } from './big-part';
import { machine } from './machine';
import { startBrowser } from './browser';
import { buildIfStale, serveSite } from './site';

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '1' },
    file: { type: 'string' },
    json: { type: 'string' },
  },
});
const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const folder = mkdtempSync(join(tmpdir(), 'memtrace-big-'));
try {
  const path = values.file ?? join(folder, 'big.json');
  if (values.file === undefined) {
    tell(`Making ${values.gigabytes} GB …`);
    await writeBig(path, Number(values.gigabytes) * 1e9, 1);
  }
  tell('Building the site where it is out of date …');
  await buildIfStale();
  const site = await serveSite();
  const started = await startBrowser();
  tell('Reading, cancelling, reading again …');
  const big = await measureBig(started, site.address, { path, bytes: statSync(path).size });
  const document = JSON.stringify({ machine: machine(started.browser), big }, null, 2);
  await Promise.all([started.close(), site.close()]);
  console.log(document);
  if (values.json !== undefined) writeFileSync(values.json, `${document}\n`);
  process.exitCode = big.within_budget ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
