import { createSHA1, createSHA256 } from 'hash-wasm';
import type { FileHash } from './hub';

/** Bytes hashed at once. */
const PIECE = 4 << 20;

/** Whether the content has the hash that was announced. A git blob's begins with a line of its own. */
export async function hasHash(content: Blob, { kind, hex }: FileHash): Promise<boolean> {
  const hasher = await (kind === 'sha256' ? createSHA256() : createSHA1());
  hasher.init();
  if (kind === 'git-sha1') hasher.update(`blob ${content.size}\0`);
  for (let at = 0; at < content.size; at += PIECE)
    hasher.update(new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer()));
  return hasher.digest('hex') === hex.toLowerCase();
}
