import type { AgentTrace } from '../agent-trace';
import { cut, escaped, pageOf } from '../show';
import { showOperation, ShownValues, valueText } from '../show-operation';
import { spec, text, whole, type Tool } from '../tool';
import { patternOf, snippets } from './pattern';

/** `view_node_value`: one value by pages, or the places of a pattern in it. */
export function viewNodeValue(trace: AgentTrace, mostPage: number): Tool {
  return {
    spec: spec(
      'view_node_value',
      'Shows the value of a variable, by pages; with a pattern only the places that match it.',
      {
        full_node_id: text('Handle (#12) or full id.'),
        pattern: text('A regular expression; only its places are shown.'),
        max_surrounding_chars: whole('Characters around each place; 120 when absent.'),
        offset: whole('First character, counted from 1.'),
        limit: whole('Most characters.'),
      },
      ['full_node_id'],
    ),
    run: (args) => {
      const node = trace.node(args.text('full_node_id'));
      if (node === undefined) return { text: `No variable ${escaped(args.text('full_node_id'))}.` };
      const value = valueText(trace, node);
      const about = trace.handle(node);
      const pattern = patternOf(args.text('pattern'));
      const limit = args.whole('limit', mostPage, 1, mostPage);
      if (pattern === undefined)
        return { text: escaped(pageOf(value, args.whole('offset', 1, 1, 1e9), limit)), about };
      const around = args.whole('max_surrounding_chars', 120, 0, 2_000);
      const found = snippets(value, pattern, around, 20);
      const shown = found.length === 0 ? 'No place matches.' : found.join('\n--\n');
      return { text: escaped(cut(shown, mostPage)), about };
    },
  };
}

/** `view_operation`: one operation with its variables, values and edges. */
export function viewOperation(trace: AgentTrace, values: ShownValues, mostPage: number): Tool {
  return {
    spec: spec(
      'view_operation',
      'Shows one operation: inputs, intermediates, outputs with their values, and its edges.',
      {
        op_id: text('The id of the operation.'),
        offset: whole('First character, counted from 1.'),
        limit: whole('Most characters.'),
      },
      ['op_id'],
    ),
    run: (args) => {
      const op = trace.operation(args.text('op_id'));
      if (op === undefined) return { text: `No operation ${escaped(args.text('op_id'))}.` };
      const offset = args.whole('offset', 1, 1, 1e9);
      // A further page has to be a page of the same text.
      const known = offset > 1 ? new ShownValues() : values;
      const limit = args.whole('limit', mostPage, 1, mostPage);
      return {
        text: pageOf(showOperation(trace, op, undefined, known), offset, limit),
        about: trace.graph.operationName(op),
      };
    },
  };
}
