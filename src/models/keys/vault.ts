import * as v from 'valibot';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';

/** Makes guessing a passphrase slow: about 90 ms a try (OWASP's figure for PBKDF2-SHA256 of 2023). */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;

/** Keys as they lie on the device: unreadable without the passphrase. */
export interface SealedKeys {
  readonly format: 1;
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const plain = v.array(v.tuple([v.string(), v.string()]));

/** Keys by lane, sealed with AES-256-GCM under a key that PBKDF2-SHA256 makes of the passphrase. */
export async function seal(
  keys: ReadonlyMap<string, string>,
  passphrase: string,
): Promise<SealedKeys> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await derive(passphrase, salt, ITERATIONS);
  const bytes = new TextEncoder().encode(JSON.stringify([...keys]));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes);
  return { format: 1, iterations: ITERATIONS, salt, nonce, sealed };
}

/** The keys again; a problem when the passphrase is another one or the bytes were changed. */
export async function open(
  kept: SealedKeys,
  passphrase: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  const key = await derive(passphrase, kept.salt, kept.iterations);
  try {
    const algorithm = { name: 'AES-GCM', iv: kept.nonce };
    const bytes = await crypto.subtle.decrypt(algorithm, key, kept.sealed);
    return ok(new Map(v.parse(plain, JSON.parse(new TextDecoder().decode(bytes)))));
  } catch {
    // The cipher says of a wrong passphrase and of changed bytes alike that they do not fit.
    return err(problem('model-wrong-passphrase'));
  }
}

async function derive(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
