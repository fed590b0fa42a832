import {
  toMemoryErrorType,
  MEMORY_ERROR_TYPES,
  type MemoryErrorType,
} from '../../cases/error-type';
import { operationSubgraph } from '../../graph/subgraph';
import type { ToolSpec } from '../../models/contract/chat';
import type { JsonValue } from '../../models/contract/usage';
import { rawText } from '../flow/raw-text';
import type { AgentTrace } from './agent-trace';
import { isJsonObject } from './model-json';
import { unescaped } from './show';
import { Arguments, flag, spec, text } from './tool';

/** A quote as the model gave it: not yet looked up. */
export interface GivenQuote {
  readonly node: number;
  readonly text: string;
  /** Whether it shows that the information was there, or what stands where it is missing. */
  readonly shows: 'held' | 'lost';
}

/** What a model answered about one case, with an operation that exists. */
export interface AgentAnswer {
  readonly errorType: MemoryErrorType;
  readonly op: number;
  readonly reason: string;
  readonly quotes: readonly GivenQuote[];
  readonly unsure: boolean;
}

/** Shortest reason that says something, as published. */
const LEAST_REASON = 40;
const MOST_REASON = 4_000;
const MOST_QUOTES = 12;

export const SUBMIT = 'submit_verdict';

/** The structured answer as a tool. */
export const submitSpec: ToolSpec = spec(
  SUBMIT,
  'Gives the final answer: exactly one error type and one operation, with the words that prove it.',
  {
    error_type: { type: 'string', enum: [...MEMORY_ERROR_TYPES] },
    op_id: text('The decisive operation, exactly as its id is written in the trace.'),
    reason: text(
      'Why it is locally faulty, why correcting it alone would rescue the answer, why no earlier operation is decisive.',
    ),
    quotes: {
      type: 'array',
      description:
        'Words copied exactly from values: where the information was held, and what stands where it is gone.',
      items: {
        type: 'object',
        properties: {
          variable: text('Handle or id of the variable, or the id of an operation that has it.'),
          text: text('The words, copied exactly.'),
          shows: { type: 'string', enum: ['held', 'lost'] },
        },
        required: ['variable', 'text', 'shows'],
        additionalProperties: false,
      },
    },
    unsure: flag('True when the trace does not decide it.'),
  },
  ['error_type', 'op_id', 'reason', 'quotes', 'unsure'],
);

/** An answer, or what is wrong with it in words for the model. */
export type ReadAnswer =
  | { readonly ok: true; readonly answer: AgentAnswer }
  | { readonly ok: false; readonly wrong: string };

/** Reads an answer field by field; the operation has to be one of the trace. */
export function readAnswer(trace: AgentTrace, value: JsonValue | undefined): ReadAnswer {
  const args = new Arguments(value);
  const errorType = errorTypeOf(args.text('error_type'));
  if (errorType === undefined)
    return wrong(`error_type has to be one of ${MEMORY_ERROR_TYPES.join(', ')}.`);
  const op = trace.operation(args.text('op_id'));
  if (op === undefined)
    return wrong('There is no operation with this op_id: copy the id from the trace.');
  if (trace.isForeign(op))
    return wrong('This operation belongs to another question and cannot have broken this one.');
  const reason = args.text('reason').trim().slice(0, MOST_REASON);
  if (reason.length < LEAST_REASON)
    return wrong(`The reason needs at least ${LEAST_REASON} characters.`);
  const quotes = readQuotes(trace, args.value('quotes'));
  return {
    ok: true,
    answer: { errorType, op, reason, quotes, unsure: args.flag('unsure', false) },
  };
}

const wrong = (text: string): ReadAnswer => ({ ok: false, wrong: text });

/** The type by its name, also when written as `Update Error` or `update_error`. */
function errorTypeOf(name: string): MemoryErrorType | undefined {
  const exact = toMemoryErrorType(name);
  if (exact !== undefined) return exact;
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return MEMORY_ERROR_TYPES.find((type) => type.toLowerCase() === letters);
}

function readQuotes(trace: AgentTrace, value: JsonValue | undefined): readonly GivenQuote[] {
  if (!Array.isArray(value)) return [];
  const items: readonly JsonValue[] = value;
  return items.slice(0, MOST_QUOTES).flatMap((item): GivenQuote[] => {
    if (!isJsonObject(item)) return [];
    const fields = new Arguments(item);
    const words = fields.text('text');
    if (words.trim() === '') return [];
    const node =
      trace.node(fields.text('variable')) ?? inOperation(trace, fields.text('variable'), words);
    if (node === undefined) return [];
    return [{ node, text: words, shows: fields.text('shows') === 'lost' ? 'lost' : 'held' }];
  });
}

/** The variable of an operation that holds some words: the log shows no variable ids. */
function inOperation(trace: AgentTrace, id: string, words: string): number | undefined {
  const op = trace.operation(id);
  if (op === undefined) return undefined;
  const { inputs, intermediates, outputs } = operationSubgraph(trace.graph, op);
  const plain = unescaped(words);
  return [...outputs, ...intermediates, ...inputs].find(
    (node) => rawText(trace.graph, node).includes(plain) || trace.flow.text(node).includes(plain),
  );
}
