import { Slices } from '../../base/pause';
import { cut, escaped, pageOf } from '../agent/show';
import { flag, spec, text, whole, type Tool } from '../agent/tool';
import { patternOf } from '../agent/tools/pattern';
import type { OperationLog } from './log';

const PREVIEWS = 8;
const MOST_MATCHES = 40;
const MOST_WINDOW = 32_000;
/** Longest value in the view of one operation; longer ones are read by `grep_log`. */
const MOST_WHOLE = 60_000;

/** The four tools over the log (memtrace-method §5). */
export const logTools = (log: OperationLog, mostPage: number): readonly Tool[] => [
  inspectTrace(log),
  grepLog(log, mostPage),
  viewLogWindow(log, mostPage),
  viewLogOperation(log, mostPage),
];

function inspectTrace(log: OperationLog): Tool {
  return {
    spec: spec('inspect_trace', 'How many operations there are, by name, with the first and last.'),
    run: () => {
      const { graph } = log.trace;
      const names = new Map<string, number>();
      for (const op of log.operations) {
        const name = graph.operationName(op);
        names.set(name, (names.get(name) ?? 0) + 1);
      }
      return {
        text: [
          `${log.operations.length} operations:`,
          ...[...names].map(([name, count]) => `- ${escaped(name)}: ${count}`),
          'First:',
          ...log.operations.slice(0, PREVIEWS).map((op) => log.line(op)),
          'Last:',
          ...log.operations.slice(-PREVIEWS).map((op) => log.line(op)),
        ].join('\n'),
      };
    },
  };
}

function grepLog(log: OperationLog, mostPage: number): Tool {
  return {
    spec: spec(
      'grep_log',
      'Finds a text in all operations, in the order in which they ran; shows the operation and what stands around each place.',
      {
        pattern: text('What to look for.'),
        regex: flag('Whether it is a regular expression; false when absent.'),
        case_sensitive: flag('False when absent.'),
        max_matches: whole('40 when absent.'),
        surrounding: whole('Characters around each place; 120 when absent.'),
        from_end: flag('True lists the last operations that match instead of the first.'),
      },
      ['pattern'],
    ),
    run: async (args) => {
      const typed = args.text('pattern');
      const found = patternOf(typed, args.flag('regex', false));
      if (found === undefined) return { text: 'Give a pattern.' };
      const pattern = args.flag('case_sensitive', false) ? new RegExp(found.source, 'gu') : found;
      const most = args.whole('max_matches', MOST_MATCHES, 1, 200);
      const around = args.whole('surrounding', 120, 0, 1_000);
      const lines: string[] = [];
      let count = 0;
      const slices = new Slices();
      for (const op of log.operations) {
        await slices.breathe();
        const block = log.whole(op, MOST_WHOLE);
        pattern.lastIndex = 0;
        // One place a line of an operation is enough to know it; the rest is for view_operation.
        const places: string[] = [];
        for (const match of block.matchAll(pattern)) {
          if (match[0] === '') break;
          count++;
          const end = match.index + match[0].length;
          const from = Math.max(0, match.index - around);
          if (places.length < 3)
            places.push(`  …${block.slice(from, end + around).replace(/\s+/g, ' ')}…`);
        }
        if (places.length > 0) lines.push(`${log.line(op)}\n${places.join('\n')}`);
      }
      const shown = args.flag('from_end', false) ? lines.slice(-most) : lines.slice(0, most);
      return {
        text: cut(`${count} places in ${lines.length} operations.\n${shown.join('\n')}`, mostPage),
        about: cut(typed, 60),
      };
    },
  };
}

function viewLogWindow(log: OperationLog, mostPage: number): Tool {
  return {
    spec: spec('view_log_window', 'A page of the whole log; long values are cut.', {
      offset: whole('First character, counted from 1.'),
      limit: whole('Most characters; 32000 when absent.'),
    }),
    run: async (args) => {
      const offset = args.whole('offset', 1, 1, 1e9);
      const limit = args.whole('limit', Math.min(MOST_WINDOW, mostPage), 1, mostPage);
      const slices = new Slices();
      const parts: string[] = [];
      let at = 1;
      for (const op of log.operations) {
        await slices.breathe();
        const block = log.block(op);
        if (at + block.length > offset && at < offset + limit) {
          const from = Math.max(0, offset - at);
          parts.push(block.slice(from, offset + limit - at));
        }
        at += block.length;
        if (at >= offset + limit) break;
      }
      const page = parts.join('');
      return {
        text:
          page === ''
            ? 'The log ends before this.'
            : `${page}\n[next offset ${offset + page.length}]`,
      };
    },
  };
}

function viewLogOperation(log: OperationLog, mostPage: number): Tool {
  return {
    spec: spec('view_operation', 'One operation with whole values, by pages.', {
      op_id: text('The id of the operation.'),
      index: whole('Or its position in the log, counted from 1.'),
      offset: whole('First character, counted from 1.'),
      limit: whole('Most characters.'),
    }),
    run: (args) => {
      const position = args.whole('index', 0, 0, log.operations.length);
      const op = log.trace.operation(args.text('op_id')) ?? log.operations[position - 1];
      if (op === undefined) return { text: `No operation ${escaped(args.text('op_id'))}.` };
      const limit = args.whole('limit', mostPage, 1, mostPage);
      return {
        text: pageOf(log.whole(op, MOST_WHOLE), args.whole('offset', 1, 1, 1e9), limit),
        about: log.trace.graph.operationName(op),
      };
    },
  };
}
