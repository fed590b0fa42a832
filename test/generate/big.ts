// `npm run generate:big -- FILE [--gigabytes N] [--seed S]`: a large trace for trying limits, the same
// bytes for the same seed.
import { parseArgs } from 'node:util';
import { writeBig } from './write-big';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gigabytes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [path] = positionals;
const gigabytes = Number(values.gigabytes);
if (path === undefined || !(gigabytes > 0)) {
  console.error('Usage: npm run generate:big -- FILE [--gigabytes N] [--seed S]');
  process.exitCode = 2;
} else {
  const bytes = await writeBig(path, gigabytes * 1e9, Number(values.seed));
  console.log(`${path}: ${String(bytes)} bytes.`);
}
