/*
 * Accuracy of `flow` on the labelled traces of the shared data, for working on it:
 *   npx tsx test/accuracy/report.ts [natural|human|small|large …] [--retrieved] [--query=gold|prediction|question] [--misses] [--all]
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { recallAt } from '../../src/attribution/evidence/recall';
import { confidentDoubt } from '../../src/cases/verdict';
import { toMemoryErrorType } from '../../src/cases/error-type';
import type { Verdict } from '../../src/cases/verdict';
import type { Case } from '../../src/cases/case';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { attributeFile, type AttributedTrace } from './attributed';

const SETS: Readonly<Record<string, readonly string[]>> = {
  natural: ['natural/mem0', 'natural/rag', 'natural/evermemos'],
  human: ['human'],
  small: ['small/mem0', 'small/rag', 'small/evermemos', 'small/long_context'],
  large: ['large'],
};

/** The trace files of a set, relative to the shared data. */
function filesOf(set: string): string[] {
  return (SETS[set] ?? [])
    .filter((folder) => hasSharedData(folder))
    .flatMap((folder) =>
      readdirSync(sharedPath(folder))
        .filter((name) => !name.includes('membase'))
        .map((name) => `${folder}/${name}`),
    );
}

class Tally {
  cases = 0;
  type = 0;
  op = 0;
  add(c: Case, verdict: Verdict): void {
    this.cases++;
    if (verdict.errorType === c.label?.errorType) this.type++;
    if (verdict.opId === c.label?.opId) this.op++;
  }
  toString(): string {
    const share = (n: number): string => (n / Math.max(1, this.cases)).toFixed(3);
    return `n=${String(this.cases).padStart(4)}  type ${share(this.type)}  op ${share(this.op)}`;
  }
}

/** How often a confident doubt replaced a memory error, and an annotation or judge error. */
class DoubtTally {
  memory = 0;
  doubted = 0;
  other = 0;
  recognised = 0;
  add(c: Case, verdict: Verdict): void {
    const doubt = confidentDoubt(verdict);
    if (c.label !== undefined && toMemoryErrorType(c.label.errorType) !== undefined) {
      this.memory++;
      if (doubt !== undefined) this.doubted++;
      return;
    }
    this.other++;
    const about = c.label?.errorType === 'AnnotationError' ? 'label' : 'judge';
    if (doubt?.about === about) this.recognised++;
  }
  toString(): string {
    return `${this.doubted} of ${this.memory} memory errors doubted, ${this.recognised} of ${this.other} others recognised`;
  }
}

async function main(args: readonly string[]): Promise<void> {
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const named = args.filter((arg) => !arg.startsWith('--'));
  const evidence = flags.has('--retrieved') ? 'retrieved' : 'labelled';
  const query = (['gold', 'prediction', 'question'] as const).find((q) =>
    flags.has(`--query=${q}`),
  );
  for (const set of named.length > 0 ? named : ['natural', 'human', 'small']) {
    const total = new Tally();
    const bySystem = new Map<string, Tally>();
    const doubts = new DoubtTally();
    const searched: AttributedTrace['searched'][number][] = [];
    for (const file of filesOf(set)) {
      const tally = new Tally();
      for (const trace of await attributeFile(sharedPath(file), {
        evidence,
        ...(query === undefined ? {} : { evidenceQuery: query }),
      })) {
        if (evidence === 'retrieved') searched.push(...trace.searched);
        for (const { case: c, verdict } of trace.judged) {
          if (c.label !== undefined) doubts.add(c, verdict);
          if (c.label === undefined || toMemoryErrorType(c.label.errorType) === undefined) continue;
          const system = bySystem.get(c.system) ?? new Tally();
          bySystem.set(c.system, system);
          for (const one of [total, system, tally]) one.add(c, verdict);
          const right = verdict.errorType === c.label.errorType && verdict.opId === c.label.opId;
          if ((!right && flags.has('--misses')) || flags.has('--all'))
            console.log(describeCase(trace, c, verdict, right));
        }
        console.log(`   ${basename(file).padEnd(36)} ${tally.toString()}  ${trace.timing}`);
      }
    }
    for (const [system, tally] of bySystem)
      console.log(`${set} ${system.padEnd(14)} ${tally.toString()}`);
    console.log(`${set} ${evidence.padEnd(14)} ${total.toString()}`);
    if (evidence === 'retrieved') console.log(`${set} ${recallLine(searched, query ?? 'gold')}`);
    console.log(`${set} doubts: ${doubts.toString()}\n`);
  }
}

/** Recall of the plain search against labelled evidence: over messages, and over cases. */
function recallLine(searched: AttributedTrace['searched'], query: string): string {
  const shares = [1, 3, 8].map((k) => {
    const { micro = 0, macro = 0 } = recallAt(k, searched);
    return `@${k} ${micro.toFixed(3)} / ${macro.toFixed(3)}`;
  });
  return `recall micro / macro, query ${query}: ${shares.join(', ')} (${searched.length} cases)`;
}

function describeCase(
  { graph }: AttributedTrace,
  c: Case,
  verdict: Verdict,
  right: boolean,
): string {
  const opName = (id: string | undefined): string => {
    const op = id === undefined ? undefined : graph.findOperation(id);
    return op === undefined ? '-' : `${graph.operationName(op)}#${String(graph.rank(op))}`;
  };
  const messages = (ids: readonly string[]): string =>
    ids
      .map((id) => {
        const node = graph.findNode(id);
        return `      ${id} ${node === undefined ? '?' : graph.rawValue(node).replace(/\s+/g, ' ').slice(0, 300)}`;
      })
      .join('\n');
  return [
    `${right ? 'right' : 'MISS '} ${c.queryId} ${c.question}`,
    `   gold ${c.goldAnswers.join(' | ')}`,
    `   said ${c.prediction.replace(/\s+/g, ' ').slice(0, 200)}`,
    `   label ${c.label?.errorType ?? ''} ${opName(c.label?.opId)}   ${c.label?.reason ?? ''}`,
    `   found ${verdict.errorType} ${opName(verdict.opId)} ${verdict.confidence.toFixed(2)}   ${verdict.sentence}`,
    `   labelled evidence:\n${messages(c.evidence)}`,
    `   used evidence:\n${messages(verdict.evidence)}`,
    ...verdict.stages.map(
      (s) =>
        `      ${s.stage} ${s.status} ${opName(s.opId)} ${s.quotes.map((q) => JSON.stringify(q.text.slice(0, 120))).join(' ')}`,
    ),
  ].join('\n');
}

await main(process.argv.slice(2));
