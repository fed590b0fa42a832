import { basename } from 'node:path';
import { filesOf, runOracle, type FOLDERS, type Outcome } from './oracle/run-oracle';

/** `npm run oracle -- [graph-agent|log-agent] [small|natural] [--misses]`: the agents under a scripted oracle. */
const [methodName = 'graph-agent', setName = 'small'] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'));
const method = methodName === 'log-agent' ? 'log-agent' : 'graph-agent';
const set: keyof typeof FOLDERS = setName === 'natural' ? 'natural' : 'small';
const misses = process.argv.includes('--misses');

const line = (name: string, outcomes: readonly Outcome[]): string => {
  const type = outcomes.filter((o) => o.verdict?.errorType === o.case.label?.errorType).length;
  const op = outcomes.filter((o) => o.verdict?.opId === o.case.label?.opId).length;
  const n = Math.max(1, outcomes.length);
  const mean = (of: (o: Outcome) => number): string =>
    (outcomes.reduce((sum, o) => sum + of(o), 0) / n).toFixed(1);
  return `${name.padEnd(28)} ${outcomes.length} cases: type ${(type / n).toFixed(3)}, operation ${(op / n).toFixed(3)}, calls ${mean((o) => o.calls)}, prompt tokens ${mean((o) => o.promptTokens)}, unsure ${outcomes.filter((o) => o.verdict?.unsure !== false).length}`;
};

const all: Outcome[] = [];
for (const path of filesOf(set)) {
  const outcomes = await runOracle(method, path, {
    copied: set === 'small',
    count: !process.argv.includes('--no-tokens'),
  });
  all.push(...outcomes);
  console.log(line(`${path.split('/').at(-2) ?? ''}/${basename(path)}`, outcomes));
  if (misses)
    for (const { case: c, verdict } of outcomes)
      if (verdict?.errorType !== c.label?.errorType || verdict?.opId !== c.label?.opId)
        console.log(
          `  ${c.queryId} ${c.label?.errorType ?? ''} ${c.label?.opId ?? ''} ≠ ${verdict?.errorType ?? ''} ${verdict?.opId ?? ''} | ${c.question} | ${c.goldAnswers.join()} | ${c.prediction.slice(0, 80)}`,
        );
}
console.log(line(`${method} on ${set}`, all));
