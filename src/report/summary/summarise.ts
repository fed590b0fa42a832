import { needsVerdict, type Case } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import { shownType, type Verdict } from '../../cases/verdict';
import { REPORT_NAMES } from '../names';
import { adviceFor } from './advice';
import type { ErrorClass, ReportEntry, ReportSummary } from './contract';
import { crossTable, typesOf } from './cross-table';
import { examplesOf } from './examples';
import { funnelOf } from './funnel';

export interface SummaryOptions {
  /** Examples of each error class, 2 when absent. */
  readonly examples?: number;
}

const SYSTEMS = REPORT_NAMES.system;

/**
 * Sums up what verdicts say of the traces of these cases. Counts only what is there: a case without
 * a verdict is in `cases` and `failed`, never in a count of errors.
 */
export function summarise(
  entries: readonly ReportEntry[],
  options: SummaryOptions = {},
): ReportSummary {
  const types = typesOf(entries);
  const outcome = (kind: Case['outcome']) => entries.filter((e) => e.case.outcome === kind).length;
  const proofs = (kind: 'proved' | 'refuted' | 'undecided') =>
    entries.filter((entry) => entry.proof?.outcome === kind).length;
  const attributed = entries.filter((entry) => entry.verdict !== undefined);
  return {
    traces: tracesOf(entries),
    totals: {
      cases: entries.length,
      failed: outcome('failed'),
      passed: outcome('passed'),
      unscored: outcome('unscored'),
      toAttribute: entries.filter((entry) => needsVerdict(entry.case)).length,
      attributed: attributed.length,
      unsure: attributed.filter((entry) => entry.verdict?.unsure).length,
      proved: proofs('proved'),
      refuted: proofs('refuted'),
      undecided: proofs('undecided'),
    },
    bySystem: crossTable(entries, types, (entry) => SYSTEMS[entry.case.system]),
    byOperation: crossTable(attributed, types, ({ case: c, opName }) =>
      [SYSTEMS[c.system], opName].join(' · '),
    ),
    byQuestionType: crossTable(entries, types, ({ case: c }) => c.questionType || 'no type given'),
    funnel: funnelOf(entries),
    classes: types.map((type) => classOf(type, attributed, options.examples ?? 2)),
    brokenRuns: brokenRunsOf(attributed),
    ways: waysOf(attributed),
  };
}

function tracesOf(entries: readonly ReportEntry[]): ReportSummary['traces'] {
  const byTrace = new Map<string, ReportEntry[]>();
  for (const entry of entries) {
    const { traceKey } = entry.case;
    const group = byTrace.get(traceKey);
    if (group === undefined) byTrace.set(traceKey, [entry]);
    else group.push(entry);
  }
  return [...byTrace.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      path: first.path,
      system: first.case.system,
      cases: group.length,
      failed: group.filter((entry) => needsVerdict(entry.case)).length,
      attributed: group.filter((entry) => entry.verdict !== undefined).length,
    };
  });
}

function classOf(type: ErrorType, attributed: readonly ReportEntry[], most: number): ErrorClass {
  const entries = attributed.filter(({ verdict }) => verdict && shownType(verdict) === type);
  const byName = new Map<string, number>();
  for (const { opName } of entries) byName.set(opName, (byName.get(opName) ?? 0) + 1);
  const operations = [...byName].map(([name, n]) => ({ name, n })).sort((a, b) => b.n - a.n);
  return {
    type,
    n: entries.length,
    operations,
    advice: adviceFor(
      type,
      entries.map((entry) => entry.case.system),
    ),
    examples: examplesOf(entries, most),
  };
}

function brokenRunsOf(attributed: readonly ReportEntry[]): readonly string[] {
  const sentences = attributed.flatMap(({ verdict, path }) =>
    (verdict?.doubts ?? [])
      .filter((doubt) => doubt.about === 'pipeline')
      .map((doubt) => `${path}: ${doubt.sentence}`),
  );
  return [...new Set(sentences)];
}

function waysOf(attributed: readonly ReportEntry[]): ReportSummary['ways'] {
  const ways = new Map<string, number>();
  for (const { verdict } of attributed) {
    if (verdict === undefined) continue;
    const way = wayOf(verdict);
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  return [...ways].map(([way, n]) => ({ way, n }));
}

const SEARCHED = {
  gold: 'searched with question and gold answer',
  prediction: 'searched with question and prediction',
  question: 'searched with the question alone',
} as const;

function wayOf({ method, evidenceMode, evidenceQuery }: Verdict): string {
  const evidence = evidenceMode === 'labelled' ? 'labelled' : SEARCHED[evidenceQuery ?? 'gold'];
  return `${method}, evidence ${evidence}`;
}
