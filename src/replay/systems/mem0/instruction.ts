import { decodeValue } from '../../../trace/decode/decode-value';
import { plainValue } from '../../../trace/decode/plain-value';
import { toPlain as toPlainValue } from '../../engine/metadata';
import { isPlainList, textField } from '../../engine/plain-fields';
import type { RecordedTrace } from '../../engine/recorded-trace';
import { jsonLine, reprValue, type Plain } from '../../recorder';
import { UPDATE_FRAME } from '../../prompts/mem0-prompts';

/** A memory as a decision is shown it: a short number in place of its id. */
export interface ShownMemory {
  readonly id: string;
  readonly text: string;
}

/** The words around prompt, memories and facts: one frame for a filled store, one for an empty one. */
export interface InstructionFrame {
  readonly filled: FrameWords;
  readonly empty: FrameWords;
}

/** Text before, between and after the three parts; the middle of `empty` says that there are no memories. */
export interface FrameWords {
  readonly before: string;
  readonly afterPrompt: string;
  readonly afterMemories: string;
  readonly afterFacts: string;
  /** Lists are written as JSON instead of Python literals. */
  readonly isJson?: boolean;
}

/** Writes an instruction from its parts. */
export function writeInstruction(
  frame: InstructionFrame,
  prompt: string,
  memories: readonly ShownMemory[],
  facts: readonly Plain[],
): string {
  const words = memories.length > 0 ? frame.filled : frame.empty;
  const write = words.isJson === true ? jsonLine : reprValue;
  const shown = memories.length > 0 ? write(memories.map(toPlain)) : '';
  return (
    words.before +
    prompt +
    words.afterPrompt +
    shown +
    words.afterMemories +
    write(facts) +
    words.afterFacts
  );
}

const toPlain = ({ id, text }: ShownMemory): Plain => ({ id, text });

/** The parts of a recorded instruction; `undefined` when prompt or facts do not stand in it. */
export interface ReadInstruction {
  readonly memories: readonly ShownMemory[];
  readonly words: FrameWords;
}

/**
 * Takes a recorded instruction apart: the prompt and the facts are known, the memories stand between
 * them as a list.
 */
export function readInstruction(
  instruction: string,
  prompt: string,
  facts: readonly Plain[],
): ReadInstruction | undefined {
  const start = instruction.indexOf(prompt);
  if (start < 0) return undefined;
  const end = start + prompt.length;
  const isJson = !instruction.includes(reprValue(facts), end);
  const factsText = isJson ? jsonLine(facts) : reprValue(facts);
  const factsAt = instruction.lastIndexOf(factsText);
  if (factsAt < end) return undefined;
  const middle = instruction.slice(end, factsAt);
  const list = findMemories(middle);
  return {
    memories: list?.memories ?? [],
    words: {
      before: instruction.slice(0, start),
      afterPrompt: list === undefined ? middle : middle.slice(0, list.start),
      afterMemories: list === undefined ? '' : middle.slice(list.end),
      afterFacts: instruction.slice(factsAt + factsText.length),
      isJson,
    },
  };
}

/** The facts of a recorded list. */
export function factsOf(trace: RecordedTrace, node: number): readonly Plain[] {
  const list = trace.value(node);
  return isPlainList(list) ? list.map(toPlainValue) : [];
}

/** The list of memories in the words between prompt and facts. */
function findMemories(
  middle: string,
):
  | { readonly start: number; readonly end: number; readonly memories: readonly ShownMemory[] }
  | undefined {
  const start = middle.search(/\[\s*\{\s*['"]id['"]/);
  if (start < 0) return undefined;
  for (let end = middle.indexOf(']', start); end >= 0; end = middle.indexOf(']', end + 1)) {
    const list = plainValue(decodeValue(middle.slice(start, end + 1)).node);
    if (!isPlainList(list)) continue;
    const memories = list.map((item) => ({
      id: textField(item, 'id'),
      text: textField(item, 'text'),
    }));
    return { start, end: end + 1, memories };
  }
  return undefined;
}

/** The frame of a trace's instructions, learned from the first of each kind; else the project's own. */
export function frameOf(trace: RecordedTrace | undefined): InstructionFrame {
  if (trace === undefined) return UPDATE_FRAME;
  const { graph } = trace;
  let filled: FrameWords | undefined;
  let empty: FrameWords | undefined;
  for (const op of graph.adjacency.operationOrder) {
    if (filled !== undefined && empty !== undefined) break;
    if (graph.operationName(op) !== 'memory_system.update_memory_decision') continue;
    const operation = trace.operation(op);
    const instruction = operation.outputsOf('memory_update_task_instruction')[0];
    const prompt = operation.input('prompt');
    const facts = operation.input('extracted_facts');
    if (instruction === undefined || prompt === undefined || facts === undefined) continue;
    const parts = readInstruction(
      trace.text(instruction),
      trace.text(prompt),
      factsOf(trace, facts),
    );
    if (parts === undefined) continue;
    if (parts.memories.length > 0) filled ??= parts.words;
    else empty ??= parts.words;
  }
  return { filled: filled ?? UPDATE_FRAME.filled, empty: empty ?? UPDATE_FRAME.empty };
}
