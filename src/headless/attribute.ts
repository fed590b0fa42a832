// `npm run attribute -- FILE…`: attribution without a page. See arguments.ts for what it can be asked.
// The same file is what its further threads run.
import { statSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import { parseCommand, USAGE, type CommandOptions } from './arguments';
import { createAttributor } from './attributor';
import { faultLine, lostThreadLine } from './report-lines';
import { runCommand } from './run-command';
import { serveThread } from './threads/attribution-thread';
import { threadHandle } from './threads/helper-thread';
import { ThreadTeam } from './threads/thread-team';

const output = {
  line: (text: string) => process.stdout.write(`${text}\n`),
  error: (text: string) => process.stderr.write(`${text}\n`),
};

// Bytes on disk from which a trace may well have the hundred failed questions that take several threads.
const LARGE = 2 << 20;

/** Whether it is worth to start threads while a file is read. */
const isLarge = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE;

/** Threads to use unless asked. Two on two shared cores were slower than one: 660 against 870 cases a second. */
const DEFAULT_THREADS = 1;

async function run(options: CommandOptions): Promise<number> {
  const team = new ThreadTeam(
    options.threads ?? DEFAULT_THREADS,
    () => threadHandle(new Worker(new URL(import.meta.url))),
    (reason) => output.error(lostThreadLine(reason)),
  );
  const attribute = createAttributor(
    options,
    (failed, reason) => output.error(faultLine(failed.queryId, reason)),
    team,
  );
  const onBegin = (path: string): void => {
    if (isLarge(path)) team.warmUp();
  };
  try {
    return await runCommand(options, attribute, output, onBegin);
  } finally {
    await team.close();
  }
}

async function main(): Promise<void> {
  // Whoever reads the output may stop early, as `head` does; that is no failure.
  process.stdout.on('error', (error: Error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  const command = parseCommand(process.argv.slice(2));
  switch (command.kind) {
    case 'help':
      output.line(USAGE.trimEnd());
      break;
    case 'wrong':
      output.error(`${command.sentence}\n\n${USAGE.trimEnd()}`);
      process.exitCode = 2;
      break;
    case 'run':
      process.exitCode = await run(command.options);
      break;
  }
}

if (parentPort === null) await main();
else serveThread(parentPort);
