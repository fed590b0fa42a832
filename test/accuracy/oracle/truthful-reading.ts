import { readFileSync } from 'node:fs';
import { isObject } from '../../../src/trace/json';

/** What a person said of each question, by its name. */
export type Reading = ReadonlyMap<string, string>;

/**
 * The name of a question in the readings: the case, and its fact and variable, or that it is about the answer.
 * Names and words of a verdict alone: no text of a trace stands in the fixtures.
 */
export const keyOf = (file: string, query: string, purpose: string): string =>
  `${file.replace(/\.json.*$/, '')} ${query} ${purpose.replace('guided: ', '')}`;

/** Reads what one reader wrote. */
export function readingOf(reader: 'a' | 'b'): Reading | undefined {
  const path = new URL(`../../fixtures/natural-reading-${reader}.json`, import.meta.url);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // A reading that nobody made is no reading.
    if (isObject(error) && error['code'] === 'ENOENT') return undefined;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([key, said]) => (typeof said === 'string' ? [[key, said]] : [])));
}
