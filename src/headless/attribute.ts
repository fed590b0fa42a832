// `npm run attribute -- FILE…`: attribution without a page. See arguments.ts for what it can be asked.
import { parseCommand, USAGE, type CommandOptions } from './arguments';
import { flowAttributor } from './flow-attributor';
import { faultLine } from './report-lines';
import { runCommand } from './run-command';

const output = {
  line: (text: string) => process.stdout.write(`${text}\n`),
  error: (text: string) => process.stderr.write(`${text}\n`),
};

// Whoever reads the output may stop early, as `head` does; that is no failure.
process.stdout.on('error', (error: Error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

function run(options: CommandOptions): Promise<number> {
  const attribute = flowAttributor(options, (query, error) => {
    output.error(faultLine(query, error));
  });
  return runCommand(options, attribute, output);
}

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
