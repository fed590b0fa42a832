import type { ConversationMessage } from '../../trace/conversation';
import type { RunnableSystem } from './make-system';

/** `project_id` of each system's traces. */
export const PROJECT_IDS: Readonly<Record<RunnableSystem, string>> = {
  'long-context': 'Long-Context',
  rag: 'NaiveRAG',
  mem0: 'Mem0',
  evermemos: 'EverMemOS',
};

/** A message as a system takes it in (memory-systems §0.2): who spoke and when goes into the text of some. */
export function messageText(
  system: RunnableSystem,
  { name, role, content, timestamp }: ConversationMessage,
): string {
  switch (system) {
    case 'long-context':
    case 'rag':
      return `Speaker ${name} (role: ${role}) says: ${content}\nTimestamp: ${timestamp}`;
    case 'mem0':
      return `${content}\nBelow is this message's metadata:\nSpeaker Name: ${name}\nSpeaker Role: ${role}\n`;
    case 'evermemos':
      return content;
  }
}

/** How the speaker stands in the metadata of a message. */
export const speakerMetadata = (
  system: RunnableSystem,
  name: string,
): Readonly<Record<string, string>> =>
  system === 'evermemos' ? { speaker: name } : { speakers: name };
