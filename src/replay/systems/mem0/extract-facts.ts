import type { Held } from '../../engine/held';
import { toPlain } from '../../engine/metadata';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { contentName, jsonLine, reprText, reprValue, type Plain } from '../../recorder';
import type { Message } from '../memory-system';
import { insideFence, parseFacts, withoutFence } from './parse-response';

const RESPONSE = { category: 'llm_response' } as const;
const REMOVED = 'fact_extraction_response_with_code_block_removing';
const EXTRACTED = `${REMOVED}_and_json_content_extraction`;

/** Extraction: response, response without its fence, facts. */
export async function extractFacts(
  run: ReplayRun,
  operation: ReplayOperation,
  messages: readonly Message[],
  prompt: Held,
): Promise<Held> {
  const raw = await operation.respond(
    [...messages.map(({ held }) => held), prompt],
    { ...RESPONSE, className: 'raw_fact_extraction_response', comment: 'What the model said.' },
    'fact-extraction',
    () => [
      { role: 'system', text: run.text(prompt) },
      {
        role: 'user',
        text: `Input:\n${messages.map(({ role, content }) => `${role}: ${content}`).join('\n')}`,
      },
    ],
    (recorded) => idealResponse(run, messages, recorded),
  );
  const response = run.text(raw);
  const bare = withoutFence(response);
  const name = contentName('str', response);
  const removed = operation.derive([raw], {
    ...RESPONSE,
    name,
    className: REMOVED,
    value: reprText(bare),
  });
  let last = removed;
  let parsed = parseFacts(run.text(removed));
  const isRetold =
    operation.recorded === undefined || operation.recorded.outputsOf(EXTRACTED).length > 0;
  if (parsed === undefined && bare !== '' && isRetold) {
    const inner = insideFence(bare);
    const value = reprText(inner);
    last = operation.derive([removed], { ...RESPONSE, name, className: EXTRACTED, value });
    parsed = parseFacts(run.text(last));
  }
  const facts: readonly Plain[] = parsed?.facts?.map(toPlain) ?? [];
  const isError = parsed?.facts === undefined && bare !== '';
  // What cannot be read is recorded as following from the response without its fence.
  return operation.derive(
    [isError ? removed : last],
    { ...RESPONSE, name, className: 'extracted_facts', value: reprValue(facts) },
    {
      link: {
        comment: `${facts.length} facts were found.`,
        ...(isError ? { metadata: { error: 'The response holds no list of facts.' } } : {}),
      },
    },
  );
}

/** As recorded, and with the message itself where its facts leave out what is needed. */
function idealResponse(
  run: ReplayRun,
  messages: readonly Message[],
  recorded: string | undefined,
): string {
  const before = recorded ?? '{"facts": []}';
  const bare = withoutFence(before);
  const facts = (parseFacts(bare) ?? parseFacts(insideFence(bare)))?.facts?.map(toPlain) ?? [];
  const time = messages.at(-1)?.timestamp ?? '';
  const outputs = [...facts.filter((fact) => typeof fact === 'string'), ''];
  const texts = outputs.map((fact) => `Memory: ${fact}\nTime: ${time}`);
  const inputs = messages.map(({ content, timestamp }) => `${content}\nTime: ${timestamp}`);
  const lost = run.changes.ideal?.lost(inputs, [...texts, texts.join('\n')]) ?? [];
  return lost.length === 0 ? before : jsonLine({ facts: [...facts, ...lost] });
}
