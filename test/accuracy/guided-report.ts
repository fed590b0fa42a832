/** `npm run guided`: `guided` under the readings of people, beside `flow` alone and `graph-agent` under its oracle. */
import { filesOf, runOracle, type Outcome } from './oracle/run-oracle';
import { readingOf } from './oracle/truthful-reading';
import { runTruthful } from './oracle/truthful';

const share = <T>(all: readonly T[], right: (one: T) => boolean): string =>
  (all.filter(right).length / Math.max(1, all.length)).toFixed(3);

const mean = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0) / Math.max(1, all.length);

const graph: Outcome[] = [];
if (!process.argv.includes('--no-agent'))
  for (const path of filesOf('natural'))
    graph.push(...(await runOracle('graph-agent', path, { copied: false, count: true })));

for (const reader of ['a', 'b'] as const) {
  const reading = readingOf(reader);
  if (reading === undefined) {
    console.log(`reader ${reader}: no reading`);
    continue;
  }
  const cases = await runTruthful(reading);
  const line = (name: string, pick: 'flow' | 'verdict'): void =>
    console.log(
      `reader ${reader} ${name}: ${cases.length} cases, type ${share(cases, (c) => c[pick]?.errorType === c.case.label?.errorType)}, operation ${share(cases, (c) => c[pick]?.opId === c.case.label?.opId)}`,
    );
  line('flow alone', 'flow');
  line('guided', 'verdict');
  console.log(
    `  questions a case ${mean(cases, (c) => c.questions).toFixed(2)}, prompt tokens a case ${mean(cases, (c) => c.promptTokens).toFixed(0)}, longest question ${Math.max(...cases.map((c) => c.longest))} tokens, not answered ${cases.flatMap((c) => c.unanswered).length}`,
  );
  if (process.argv.includes('--misses'))
    for (const { case: c, flow, verdict, unanswered } of cases)
      if (
        verdict?.errorType !== c.label?.errorType ||
        verdict?.opId !== c.label?.opId ||
        flow?.opId !== verdict?.opId ||
        unanswered.length > 0
      )
        console.log(
          `  ${c.system} ${c.queryId} label ${c.label?.errorType ?? ''} ${c.label?.opId?.slice(0, 9) ?? ''} flow ${flow?.errorType ?? ''} ${flow?.opId.slice(0, 9) ?? ''} guided ${verdict?.errorType ?? ''} ${verdict?.opId.slice(0, 9) ?? ''} ${unanswered.join('; ')}`,
        );
}
if (graph.length > 0)
  console.log(
    `graph-agent under its oracle: calls a case ${mean(graph, (o) => o.calls).toFixed(1)}, prompt tokens a case ${mean(graph, (o) => o.promptTokens).toFixed(0)}`,
  );
