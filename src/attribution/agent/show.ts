import type { EvolutionGraph } from '../../graph/evolution-graph';
import { isObject, stringField, type JsonObject } from '../../trace/json';

/** Text of a trace made safe between tags: nothing in it can look like a tag of ours. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text that `escaped` was given; for quotes a model copied from what it read. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The same between quotation marks of an attribute, in one line. */
export const attribute = (text: string, most = 160): string =>
  escaped(cut(text.replace(/\s+/g, ' '), most)).replaceAll('"', '&quot;');

/** The first characters of a text, and how many more there are. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}[… ${text.length - end} more characters]`;
}

/** `2026-03-02 10:00:00.400`, as the trace writes it. */
export const timeOf = (milliseconds: number): string =>
  Number.isNaN(milliseconds)
    ? 'unknown'
    : new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 23);

/** Field `comment` of a record, or nothing. */
export const commentOf = (record: JsonObject): string => stringField(record, 'comment') ?? '';

/**
 * Metadata of a record as JSON, in a few words. Only for operations and edges: the metadata of
 * messages and questions holds labels of the data set.
 */
export function metadataOf(record: JsonObject): string {
  const metadata = record.get('metadata');
  if (!isObject(metadata) || Object.keys(metadata).length === 0) return '';
  return cut(JSON.stringify(metadata), 240);
}

/** An operation in one line, for lists. */
export function operationLine(graph: EvolutionGraph, op: number): string {
  const name = graph.operationName(op) || 'without name';
  return `${graph.opId(op)} (${name}, ${timeOf(graph.operationCreatedAt(op))})`;
}

/**
 * A page of a text, counted from 1 as the model counts.
 * @param offset first character, from 1
 */
export function pageOf(text: string, offset: number, limit: number): string {
  const from = Math.max(0, Math.floor(offset) - 1);
  const page = text.slice(from, from + limit);
  const end = from + page.length;
  const rest = text.length - end;
  if (from === 0 && rest === 0) return page;
  if (page === '') return `Nothing at offset ${offset}: the text has ${text.length} characters.`;
  const more = rest > 0 ? `, go on with offset ${end + 1}` : '';
  return `${page}\n[characters ${from + 1} to ${end} of ${text.length}${more}]`;
}
