import type { Plain } from './plain';
import { jsonToHash } from './python-text';
import { sha1 } from './sha1';

/** The name of a value that has none of its own: its Python type and the hash of its content. */
export const contentName = (type: string, value: Plain): string =>
  `${type}:${sha1(jsonToHash(value))}`;

/** The same for a float, given as Python writes it. */
export const floatName = (text: string): string => `float:${sha1(text)}`;
