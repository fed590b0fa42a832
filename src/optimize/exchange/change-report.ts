import { diffWords } from '../../base/text/word-diff';
import type { Comparison, PairedGroup } from '../compare/compare';
import { pText } from '../compare/gate';
import type { GateDecision } from '../compare/gate';
import type { Spending } from '../trial/spending';

/** What a change report is about. */
export interface ChangeReport {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly scope: string;
  readonly prompts: readonly {
    readonly target: string;
    readonly before: string;
    readonly after: string;
    readonly note: string;
  }[];
  readonly comparison: Comparison;
  readonly gate: GateDecision;
  readonly errors: readonly {
    readonly name: string;
    readonly before: number;
    readonly after: number;
  }[];
  readonly spent: Spending;
}

const NAMES = {
  judge: 'Judge',
  f1: 'F1',
  bleu1: 'BLEU-1',
  exactMatch: 'Exact match',
  containsGold: 'Holds the gold answer',
} as const;

/** A trial as a Markdown document: the decision, the figures, what flipped, and every prompt before and after. */
export function changeReport(report: ChangeReport): string {
  const { comparison } = report;
  return [
    `# ${line(report.title)}`,
    '',
    `**${line(report.gate.sentence)}**`,
    '',
    `Compared: ${line(report.after)} with ${line(report.before)}; scope: ${line(report.scope)}.`,
    `Asked: ${report.spent.calls} calls, ${report.spent.cachedCalls} answered from the call cache; ` +
      `${known(report.spent.inputTokens)} tokens in, ${known(report.spent.outputTokens)} out; ` +
      `${report.spent.cost === undefined ? '–' : report.spent.cost.toFixed(4)} US dollars.`,
    '',
    ...scores('Tune', comparison.tune),
    ...scores('Hold-out', comparison.holdOut),
    ...groups('By question type', comparison.byQuestionType),
    ...groups('By former error type', comparison.byFormerError),
    '## Error types',
    '',
    '| error type | before | after |',
    '| --- | ---: | ---: |',
    ...report.errors.map(({ name, before, after }) => `| ${cell(name)} | ${before} | ${after} |`),
    '',
    `## Answers that flipped (${comparison.flips.length})`,
    '',
    ...comparison.flips.map(
      ({ gained, before, after }) =>
        `- ${gained ? 'now right' : 'now wrong'} (${after.part}): ${line(after.question)} — gold “${line(after.gold)}”, before “${line(before.prediction)}”, after “${line(after.prediction)}”`,
    ),
    '',
    ...report.prompts.flatMap(promptPart),
  ].join('\n');
}

function scores(title: string, group: PairedGroup): readonly string[] {
  const { mcNemar } = group;
  return [
    `## ${title} (n = ${group.n})`,
    '',
    '| measure | n | before | after | difference | 95 % interval |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...group.measures.map(
      ({ measure, n, before, after, difference }) =>
        `| ${NAMES[measure]} | ${n} | ${figure(before)} | ${figure(after)} | ${figure(difference.mean)} | ${interval(difference)} |`,
    ),
    '',
    `Passed after failing: ${mcNemar.gained}; failed after passing: ${mcNemar.lost}; McNemar's exact test ${pText(mcNemar.exact)}, mid-${pText(mcNemar.midP)}.`,
    '',
  ];
}

function groups(title: string, of: readonly PairedGroup[]): readonly string[] {
  return [
    `## ${title}`,
    '',
    '| group | n | judge before | after | difference | 95 % interval | now right | now wrong |',
    '| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |',
    ...of.map(({ name, n, measures: [judge], mcNemar }) => {
      const shown = judge ?? { before: undefined, after: undefined, difference: undefined };
      return `| ${cell(name === '' ? '–' : name)} | ${n} | ${figure(shown.before)} | ${figure(shown.after)} | ${figure(shown.difference?.mean)} | ${interval(shown.difference)} | ${mcNemar.gained} | ${mcNemar.lost} |`;
    }),
    '',
  ];
}

function promptPart(prompt: ChangeReport['prompts'][number]): readonly string[] {
  const { added, removed } = diffWords(prompt.before, prompt.after);
  const list = (title: string, runs: readonly { readonly text: string }[]): readonly string[] =>
    runs.length === 0
      ? []
      : [`${title}: ${runs.map(({ text }) => `“${line(text)}”`).join(', ')}`, ''];
  return [
    `## ${line(prompt.target)}`,
    '',
    ...(prompt.note === '' ? [] : [line(prompt.note), '']),
    ...list('Added', added),
    ...list('Removed', removed),
    'Before:',
    '',
    ...fenced(prompt.before),
    '',
    'After:',
    '',
    ...fenced(prompt.after),
    '',
  ];
}

/** A block that no run of back-ticks in the text can end. */
function fenced(text: string): readonly string[] {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence];
}

/** Text of a trace on one line of Markdown, without any meaning there. */
const line = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|!]/g, '\\$&');
const cell = line;
const known = (value: number | undefined): string => (value === undefined ? '–' : String(value));
const figure = (value: number | undefined): string =>
  value === undefined ? '–' : value.toFixed(3);
const interval = (
  of: { readonly low: number | undefined; readonly high: number | undefined } | undefined,
): string =>
  of?.low === undefined || of.high === undefined
    ? '–'
    : `[${of.low.toFixed(3)}, ${of.high.toFixed(3)}]`;
