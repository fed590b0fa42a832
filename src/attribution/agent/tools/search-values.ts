import { Slices } from '../../../base/pause';
import type { AgentTrace } from '../agent-trace';
import { cut, escaped, operationLine, timeOf } from '../show';
import { spec, text, whole, type Tool } from '../tool';
import { lifelines } from '../../flow/lifelines';
import { patternOf, snippets } from './pattern';

const MOST_NAMES = 40;
const AROUND = 70;

/** All versions of one thing of which some hold what was searched for. */
interface Group {
  readonly name: string;
  readonly all: readonly number[];
  readonly holding: readonly number[];
}

/**
 * `search_values`: where a text stands in all recorded values. Found variables are grouped by what they
 * are versions of, so that one answer says when a memory unit had the text and when it went.
 */
export function searchValues(trace: AgentTrace): Tool {
  return {
    spec: spec(
      'search_values',
      'Searches the values of all variables. Results are grouped by variable: which versions hold the text, which operation wrote the first of them, which operation wrote the next version without it, and whether the unit was deleted. Use it to see whether a fact is anywhere in memory.',
      {
        words: text(
          'Words that all have to stand in a value, in any order; put a phrase in double quotes.',
        ),
        pattern: text('A regular expression, in place of words.'),
        category: text('Only variables of this category, for example memory_entry or message.'),
        limit: whole('Most variables to list; 20 when absent.'),
      },
    ),
    run: async (args) => {
      const typed = args.text('pattern');
      const patterns = (typed === '' ? wordsOf(args.text('words')) : [typed])
        .map((word) => patternOf(word, typed !== ''))
        .filter((pattern) => pattern !== undefined);
      const [first] = patterns;
      if (first === undefined) return { text: 'Give words or a pattern to search for.' };
      const groups = await search(trace, patterns, args.text('category').trim());
      const limit = args.whole('limit', 20, 1, MOST_NAMES);
      const shown = groups.slice(0, limit).map((group) => describe(trace, group, first));
      const rest = groups.length - shown.length;
      const head = `${groups.length} variables hold it, counting all versions of one as one.`;
      const about = cut(args.text('words') || typed, 60);
      return {
        text: [head, ...shown, ...(rest > 0 ? [`[${rest} more: search for more words]`] : [])].join(
          '\n',
        ),
        about,
      };
    },
  };
}

/** Words and quoted phrases. */
function wordsOf(typed: string): readonly string[] {
  return [...typed.matchAll(/"([^"]+)"|(\S+)/g)].map(
    ([, phrase, word]) => phrase ?? word?.replace(/^["“]+|["”.,;:!?]+$/g, '') ?? '',
  );
}

async function search(
  trace: AgentTrace,
  patterns: readonly RegExp[],
  category: string,
): Promise<readonly Group[]> {
  const { graph } = trace;
  const slices = new Slices();
  const holding = new Map<string, number[]>();
  for (let node = 0; node < graph.nodeCount; node++) {
    await slices.breathe();
    if (category !== '' && graph.category(node) !== category) continue;
    const value = trace.flow.text(node);
    const holds = patterns.every((pattern) => {
      pattern.lastIndex = 0;
      return pattern.test(value);
    });
    if (!holds) continue;
    const name = graph.fullName(node);
    holding.set(name, [...(holding.get(name) ?? []), node]);
  }
  return [...holding].map(([name, nodes]) => ({
    name,
    holding: nodes,
    all: [...graph.versions(nodes[0] ?? 0)],
  }));
}

function describe(trace: AgentTrace, group: Group, pattern: RegExp): string {
  const { graph } = trace;
  const first = group.holding[0] ?? 0;
  const last = group.holding.at(-1) ?? first;
  const lines = [
    `${escaped(cut(group.name, 100))} [${escaped(graph.category(first))}], ${group.holding.length} of ${group.all.length} versions hold it:`,
    `  first ${version(trace, first)}`,
  ];
  if (last !== first) lines.push(`  last ${version(trace, last)}`);
  const next = group.all[group.all.indexOf(last) + 1];
  if (next !== undefined) lines.push(`  then without it ${version(trace, next)}`);
  for (const op of lifelines(graph).of.get(first)?.deletions ?? [])
    lines.push(`  deleted by ${operationLine(graph, op)}`);
  const [snippet] = snippets(trace.flow.text(last), pattern, AROUND, 1);
  if (snippet !== undefined) lines.push(`  ${escaped(snippet.replace(/\s+/g, ' '))}`);
  return lines.join('\n');
}

function version(trace: AgentTrace, node: number): string {
  const { graph } = trace;
  const op = trace.writer(node);
  const by =
    op === undefined
      ? `at ${timeOf(graph.createdAt(node))}`
      : `written by ${operationLine(graph, op)}`;
  return `${trace.handle(node)} v${graph.version(node)} ${by}`;
}
