import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Conversation } from '../../trace/conversation';
import { parseLenient } from '../../trace/json';
import { isLocomo, readLocomo } from './locomo';
import { isLongMemEval, readLongMemEval } from './longmemeval';
import { isMemBase, readMemBase } from './membase';
import { isRealMem, readRealMem } from './realmem';

/**
 * The conversations of a data set file: LoCoMo, LongMemEval, RealMem (one person, or one a line) or
 * MemBase's standardized JSON, told apart by their keys.
 */
export function readConversations(text: string): Result<readonly Conversation[]> {
  const documents = parseDocuments(text);
  if (documents === undefined)
    return err(problem('conversation-unreadable', 'The file is no JSON.'));
  const conversations = documents.flatMap(readDocument);
  if (conversations.length === 0)
    return err(problem('conversation-unreadable', 'Its keys are those of no known data set.'));
  return ok(conversations);
}

function readDocument(value: unknown): readonly Conversation[] {
  if (isLocomo(value)) return readLocomo(value);
  if (isLongMemEval(value)) return readLongMemEval(value);
  if (isRealMem(value)) return [readRealMem(value)];
  return isMemBase(value) ? readMemBase(value) : [];
}

/** One document, or one a line. */
function parseDocuments(text: string): readonly unknown[] | undefined {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const documents = lines.map(parse);
  return lines.length > 1 && documents.every((value) => value !== undefined)
    ? documents
    : undefined;
}

function parse(text: string): unknown {
  try {
    return parseLenient(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
