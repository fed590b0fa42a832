import type { Held } from '../../engine/held';
import { toPlain } from '../../engine/metadata';
import { isPlainList, type PlainMap } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { UPDATE_PROMPT } from '../../prompts/mem0-prompts';
import { contentName, jsonBlock, reprText, reprValue } from '../../recorder';
import type { StoredUnit } from '../found-units';
import { idealActions } from './ideal-actions';
import { writeInstruction, type InstructionFrame } from './instruction';
import { parseDecision, withoutFence } from './parse-response';
import { similarMemories, type Similar } from './similar-memories';

const REMOVED = 'memory_update_decision_with_code_block_removing';
const RESPONSE = { category: 'llm_response' } as const;

/** What was decided, and which units the short ids of the decision mean. */
export interface Decision {
  readonly action: Held;
  readonly parsed: PlainMap | undefined;
  readonly shown: Similar['shown'];
}

/** Decision: instruction, response, response without its fence, actions. */
export async function decide(
  run: ReplayRun,
  operation: ReplayOperation,
  units: ReadonlyMap<string, StoredUnit>,
  facts: Held,
  frame: InstructionFrame,
): Promise<Decision | undefined> {
  const list = run.readValue(facts);
  const plain = isPlainList(list) ? list.map(toPlain) : [];
  const texts = plain.map((fact) => (typeof fact === 'string' ? fact : reprValue(fact)));
  if (texts.length === 0) {
    operation.derive([facts], nothing());
    return undefined;
  }
  const isFactsChanged = facts.recorded === undefined;
  const similar = await similarMemories(run, units, texts, isFactsChanged, operation.recorded);
  if (similar.isApproximate) operation.markAs('approximate');
  const existing = countOf(run, operation, similar.shown.length);
  const prompt = run.prompt(
    'memory-update-decision-prompt',
    { name: 'memory-update-decision-prompt', category: 'prompt', metadata: { op_type: 'update' } },
    UPDATE_PROMPT,
  );
  const memories = similar.shown.map(({ memory }) => memory);
  const text = writeInstruction(frame, run.text(prompt), memories, plain);
  const instruction = operation.derive(
    [facts, existing, prompt],
    {
      name: contentName('str', text),
      className: 'memory_update_task_instruction',
      category: 'prompt',
      value: reprText(text),
      metadata: { op_type: 'update' },
    },
    { isHiddenChanged: similar.isApproximate },
  );
  const raw = await operation.respond(
    [instruction],
    { ...RESPONSE, className: 'raw_memory_update_decision', comment: 'What the model decided.' },
    'memory-update',
    () => [{ role: 'user', text: run.text(instruction) }],
    (recorded) => idealActions(run, similar.shown, texts, recorded),
  );
  return parse(run, operation, raw, similar.shown);
}

function parse(
  run: ReplayRun,
  operation: ReplayOperation,
  raw: Held,
  shown: Similar['shown'],
): Decision {
  const response = run.text(raw);
  const isRemovedRecorded = (operation.recorded?.outputsOf(REMOVED).length ?? 0) > 0;
  if (response.trim() === '' && !isRemovedRecorded) {
    const action = operation.derive([raw], nothing());
    return { action, parsed: undefined, shown };
  }
  const bare = withoutFence(response);
  const removed = operation.derive([raw], {
    ...RESPONSE,
    name: contentName('str', bare),
    className: REMOVED,
    value: reprText(bare),
  });
  const parsed = parseDecision(run.text(removed));
  const value = parsed === undefined ? {} : toPlain(parsed);
  const action = operation.derive(
    [removed],
    {
      ...RESPONSE,
      name: contentName('dict', value),
      className: 'update_action',
      value: jsonBlock(value),
    },
    parsed === undefined
      ? { link: { metadata: { error: 'The decision is no JSON object.' } } }
      : {},
  );
  // An intervention or an anomaly may have put other actions here than the response has.
  return { action, parsed: parseDecision(action.value), shown };
}

const nothing = () => ({
  ...RESPONSE,
  name: contentName('dict', {}),
  className: 'update_action',
  value: '{}',
});

/** The variable that says how many memories were found; it is read, not written, by the operation. */
function countOf(run: ReplayRun, operation: ReplayOperation, count: number): Held {
  const text = `Find ${count} existing memories similar to the new extracted facts.`;
  const node = operation.recorded?.input('existing_memories');
  if (node !== undefined && run.trace?.text(node) === text) return run.carry(node);
  return run.fresh({
    name: contentName('str', text),
    className: 'existing_memories',
    category: 'similar_memories',
    value: reprText(text),
    comment: 'How many memories the model is shown; their texts stand in the instruction.',
  });
}
