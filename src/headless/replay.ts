// `npm run replay -- FILE… --check`: replays traces with nothing changed and compares them with their records.
import { parseArgs } from 'node:util';
import { replayFile } from './replay-file';
import { replayAll } from './replay-command';

const USAGE = `Usage: npm run replay -- FILE… [--check]

Runs the memory system of each trace again with nothing changed, and compares what comes out with the record.
Prints the fidelity over the operations without a recorded anomaly, the anomalies, and what differs first.

  --check   end with 1 when a trace is not reproduced
  --help    this text
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
});

if (values.help === true || positionals.length === 0) {
  console.log(USAGE);
  process.exitCode = values.help === true ? 0 : 2;
} else
  process.exitCode = await replayAll(positionals, values.check, replayFile, {
    line: (text) => {
      console.log(text);
    },
    error: (text) => {
      console.error(text);
    },
  });
