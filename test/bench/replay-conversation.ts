// `npm run bench:replay -- FILE [SAMPLE]`: runs one conversation through all four memory systems with a
// scripted model, and prints time and calls for each message and the check of the recorded export.
import { readFileSync } from 'node:fs';
import { checkImport, SeededClock, SeededIds } from '../../src/replay/recorder';
import { runConversation } from '../../src/replay/run-conversation';
import type { RunnableSystem } from '../../src/replay/systems/make-system';
import { readConversations } from '../../src/sources/conversations/read-conversations';
import { conversationModel } from '../support/conversation-model';
import { sharedPath } from '../support/shared-data';

const SYSTEMS: readonly RunnableSystem[] = ['long-context', 'rag', 'mem0', 'evermemos'];

const [path = sharedPath('raw/locomo10.json'), sample = '1'] = process.argv.slice(2);
const read = readConversations(readFileSync(path, 'utf8'));
if (!read.ok) throw new Error(`${read.problem.title} ${read.problem.detail}`);
const conversation = read.value[Number(sample) - 1];
if (conversation === undefined) throw new Error(`There is no sample ${sample}.`);
const messages = conversation.sessions.reduce((sum, session) => sum + session.messages.length, 0);
console.log(`${conversation.id}: ${messages} messages, ${conversation.questions.length} questions`);

for (const system of SYSTEMS) {
  const model = conversationModel();
  const began = performance.now();
  const run = await runConversation(conversation, {
    system,
    model,
    ids: new SeededIds(`${conversation.id}/${system}`),
    clock: new SeededClock(Date.UTC(2026, 0, 1)),
    modelName: 'scripted',
  });
  if (!run.ok) throw new Error(`${system}: ${run.problem.title} ${run.problem.detail}`);
  const milliseconds = performance.now() - began;
  const text = [...run.value.exportParts()].join('');
  const faults = checkImport(JSON.parse(text));
  const building = run.value.calls.filter(
    ({ purpose }) => purpose !== 'answer' && purpose !== 'judge',
  );
  console.log(
    `${system.padEnd(12)} ${(milliseconds / messages).toFixed(1)} ms and ` +
      `${(building.length / messages).toFixed(2)} calls a message (answers and judgements apart), ` +
      `${run.value.calls.length} calls, ${(milliseconds / 1000).toFixed(1)} s, ` +
      `${(text.length / 1e6).toFixed(1)} MB, ${faults.length} import faults, ` +
      `${[...run.value.scores.values()].filter((score) => score > 0).length} of ${run.value.scores.size} right`,
  );
}
