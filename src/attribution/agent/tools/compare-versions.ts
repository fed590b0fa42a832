import { diffWords } from '../../../base/text/word-diff';
import { lifelines } from '../../flow/lifelines';
import type { AgentTrace } from '../agent-trace';
import { cut, escaped, operationLine, timeOf } from '../show';
import { spec, text, type Tool } from '../tool';

const MOST_RUNS = 30;

/** `compare_versions`: what one version of a variable lost and gained against another, word by word. */
export function compareVersions(trace: AgentTrace): Tool {
  return {
    spec: spec(
      'compare_versions',
      'Compares two versions of a memory unit (or any two variables): the words removed and added.',
      {
        before: text('Handle or id of the earlier one.'),
        after: text('Handle or id of the later one.'),
      },
      ['before', 'after'],
    ),
    run: (args) => {
      const [before, after] = ['before', 'after'].map((name) => trace.node(args.text(name)));
      if (before === undefined || after === undefined)
        return { text: `No variable ${args.text(before === undefined ? 'before' : 'after')}.` };
      const { removed, added } = diffWords(trace.flow.text(before), trace.flow.text(after));
      const list = (runs: readonly { readonly text: string }[]): string =>
        runs.length === 0
          ? 'nothing'
          : runs
              .slice(0, MOST_RUNS)
              .map((run) => `“${escaped(cut(run.text, 400))}”`)
              .join('; ');
      return {
        text: `Removed: ${list(removed)}\nAdded: ${list(added)}`,
        about: `${trace.handle(before)} and ${trace.handle(after)}`,
      };
    },
  };
}

/** `list_versions`: the life of a variable, version by version. */
export function listVersions(trace: AgentTrace): Tool {
  const MOST = 60;
  return {
    spec: spec(
      'list_versions',
      'Lists the versions of a variable with the operation that wrote each, and deletions.',
      { variable: text('Handle, id, or name without version.') },
      ['variable'],
    ),
    run: (args) => {
      const node = trace.node(args.text('variable'));
      if (node === undefined) return { text: `No variable ${escaped(args.text('variable'))}.` };
      const { graph } = trace;
      const all = [...graph.versions(node)];
      const lines = all.slice(-MOST).map((each) => {
        const op = trace.writer(each);
        const by = op === undefined ? timeOf(graph.createdAt(each)) : operationLine(graph, op);
        return `${trace.handle(each)} v${graph.version(each)} by ${by}: ${escaped(cut(trace.flow.text(each).replace(/\s+/g, ' '), 160))}`;
      });
      for (const op of lifelines(graph).of.get(node)?.deletions ?? [])
        lines.push(`deleted by ${operationLine(graph, op)}`);
      const left = all.length - MOST;
      return {
        text: [...(left > 0 ? [`[${left} earlier versions left out]`] : []), ...lines].join('\n'),
        about: cut(graph.fullName(node), 60),
      };
    },
  };
}
