import type { AgentTrace } from '../agent-trace';
import { ROOT, type Exploration } from '../exploration';
import { commentOf, cut, escaped, pageOf, timeOf } from '../show';
import { showOperation, showVariable, ShownValues } from '../show-operation';
import { flag, spec, text, whole, type Tool } from '../tool';

/** Operations shown of one variable at once; a prompt is read by thousands. */
const MOST_OPERATIONS = 12;
const MOST_ROOTS = 80;

/** `initialize_execution_graph`: chooses where to start; from everything when nothing is named. */
export function initializeGraph(trace: AgentTrace, exploration: Exploration): Tool {
  return {
    spec: spec(
      'initialize_execution_graph',
      'Starts the exploration anew. With ids the frontier holds these variables, without any it holds a root that leads to every variable nothing led to.',
      {
        initial_full_node_ids: {
          type: 'array',
          items: { type: 'string' },
          description: 'Handles or ids to start from.',
        },
      },
    ),
    run: (args) => {
      const asked = args.texts('initial_full_node_ids');
      const nodes = asked.map((id) => trace.node(id)).filter((node) => node !== undefined);
      if (asked.length > 0 && nodes.length === 0)
        return { text: 'None of these variables exists; nothing was changed.' };
      exploration.start(nodes);
      return { text: exploration.show(), about: `${nodes.length} starting points` };
    },
  };
}

/** `explore_graph_trace_node`: the current variable with the operations that use it. */
export function exploreNode(
  trace: AgentTrace,
  exploration: Exploration,
  values: ShownValues,
  mostPage: number,
): Tool {
  return {
    spec: spec(
      'explore_graph_trace_node',
      'Takes the variable being explored, else the earliest of the frontier, and shows every operation it takes part in, in execution order.',
      {
        offset: whole('First character, counted from 1.'),
        limit: whole('Most characters.'),
        include_variable_value: flag('False shows operations and variables without values.'),
      },
    ),
    run: (args) => {
      const visit = exploration.next();
      if (visit === undefined)
        return { text: 'The frontier is empty: add a variable, or finish the exploration.' };
      const about = exploration.name(visit.node);
      const offset = args.whole('offset', 1, 1, 1e9);
      const withValues = args.flag('include_variable_value', true);
      const known = offset > 1 ? new ShownValues() : values;
      const shown =
        visit.node === ROOT
          ? showRoots(trace)
          : showNode(trace, visit.node, visit.discoveredBy, withValues ? known : undefined);
      return { text: pageOf(shown, offset, args.whole('limit', mostPage, 1, mostPage)), about };
    },
  };
}

function showNode(
  trace: AgentTrace,
  node: number,
  foundBy: number | undefined,
  values: ShownValues | undefined,
): string {
  const { graph } = trace;
  const ops = trace.scopedOperations(node, foundBy);
  const all = trace.operationsAt(node).length;
  const comment = commentOf(graph.nodeRecord(node));
  return [
    showVariable(trace, node, 'focus', values),
    ...(comment === '' ? [] : [`comment: ${escaped(cut(comment, 400))}`]),
    `inserted ${timeOf(graph.createdAt(node))}; ${ops.length} operations${all > ops.length ? ` of this use (${all} in all share its content)` : ''}`,
    ...ops.slice(0, MOST_OPERATIONS).map((op) => showOperation(trace, op, node, values)),
    ...(ops.length > MOST_OPERATIONS
      ? [
          `[${ops.length - MOST_OPERATIONS} later operations; their ids: ${ops
            .slice(MOST_OPERATIONS, MOST_OPERATIONS + 30)
            .map((op) => graph.opId(op))
            .join(', ')}]`,
        ]
      : []),
  ].join('\n');
}

function showRoots(trace: AgentTrace): string {
  const { graph } = trace;
  const roots: number[] = [];
  let count = 0;
  for (let node = 0; node < graph.nodeCount; node++)
    if (graph.incoming(node).length === 0 && graph.outgoing(node).length > 0) {
      count++;
      if (roots.length < MOST_ROOTS) roots.push(node);
    }
  return [
    `${count} variables that nothing led to; add those that matter to the frontier, or search_values for words.`,
    ...roots.map((node) => showVariable(trace, node, 'root', undefined)),
  ].join('\n');
}

/** `update_to_explore_nodes`, `finish_node_exploration`, `finish_graph_exploration`, `view_exploration_history`. */
export function frontierTools(trace: AgentTrace, exploration: Exploration): readonly Tool[] {
  return [
    {
      spec: spec(
        'update_to_explore_nodes',
        'Adds a variable to the frontier or deletes one. Name the operation it was found through: equal contents share one variable, and the operation says which use is meant.',
        {
          action: { type: 'string', enum: ['add', 'delete'] },
          full_node_id: text('Handle or full id.'),
          discovered_by_op_id: text('The operation it was found through.'),
        },
        ['action', 'full_node_id'],
      ),
      run: (args) => {
        const node = trace.node(args.text('full_node_id'));
        if (node === undefined)
          return { text: `No variable ${escaped(args.text('full_node_id'))}.` };
        const named = args.text('discovered_by_op_id');
        const by = named === '' ? undefined : trace.operation(named);
        if (named !== '' && by === undefined) return { text: `No operation ${escaped(named)}.` };
        const refusal =
          args.text('action') === 'delete' ? exploration.remove(node) : exploration.add(node, by);
        return { text: refusal ?? 'Done.', about: trace.handle(node) };
      },
    },
    {
      spec: spec(
        'finish_node_exploration',
        'Marks the current variable as explored.',
        { outcome: text('What was found: is the operation right, where does the information go?') },
        ['outcome'],
      ),
      run: (args) => {
        const about = exploration.exploring;
        const refusal = exploration.finish(cut(args.text('outcome'), 2_000));
        return {
          text: refusal ?? 'Done.',
          ...(about && { about: exploration.name(about.node) }),
        };
      },
    },
    {
      spec: spec(
        'finish_graph_exploration',
        'Ends the exploration; submit_verdict comes next.',
        { outcome: text('The decisive operation and why, in a few sentences.') },
        ['outcome'],
      ),
      run: (args) => {
        exploration.outcome = cut(args.text('outcome'), 2_000);
        return { text: 'The exploration has ended. Call submit_verdict now.' };
      },
    },
    {
      spec: spec('view_exploration_history', 'Lists what was explored, with outcomes.'),
      run: () => ({ text: exploration.showHistory() }),
    },
  ];
}
