import { ok, type Result } from '../../base/result';
import { open, seal, type SealedKeys } from './vault';

/** Where sealed keys are kept on the device. */
export interface KeyShelf {
  read(): Promise<Result<SealedKeys | undefined>>;
  write(keys: SealedKeys | undefined): Promise<Result<void>>;
}

export interface KeyRingState {
  /** Lanes whose key is in memory. */
  readonly held: readonly string[];
  /** Whether sealed keys lie on this device, and whether they were opened since the page came up. */
  readonly remembered: 'no' | 'locked' | 'open';
}

/**
 * The user's keys, by lane. In memory, and only there until the user asks to remember them; then
 * sealed on the device under a passphrase, which is never kept. Nothing but `keyOf` hands one out.
 */
export class KeyRing {
  private readonly keys = new Map<string, string>();
  private kept: SealedKeys | undefined;
  private isOpen = false;
  /** Held while the remembered keys are open, so that a changed key is sealed again. */
  private passphrase: string | undefined;

  constructor(private readonly shelf: KeyShelf) {}

  /** Looks whether keys are remembered here. */
  async start(): Promise<Result<void>> {
    const kept = await this.shelf.read();
    if (!kept.ok) return kept;
    this.kept = kept.value;
    return ok(undefined);
  }

  get state(): KeyRingState {
    const remembered = this.kept === undefined ? 'no' : this.isOpen ? 'open' : 'locked';
    return { held: [...this.keys.keys()], remembered };
  }

  keyOf(lane: string): string | undefined {
    return this.keys.get(lane);
  }

  /** Takes a key, or with an empty one lets go of it. Remembered keys are sealed again. */
  async set(lane: string, key: string): Promise<Result<void>> {
    const trimmed = key.trim();
    if (trimmed === '') this.keys.delete(lane);
    else this.keys.set(lane, trimmed);
    return this.passphrase === undefined ? ok(undefined) : this.remember(this.passphrase);
  }

  /** Seals the keys in memory on this device. */
  async remember(passphrase: string): Promise<Result<void>> {
    const sealed = await seal(this.keys, passphrase);
    const written = await this.shelf.write(sealed);
    if (!written.ok) return written;
    this.kept = sealed;
    this.isOpen = true;
    this.passphrase = passphrase;
    return ok(undefined);
  }

  /** Opens the remembered keys; those typed since the page came up stay. */
  async unlock(passphrase: string): Promise<Result<void>> {
    if (this.kept === undefined) return ok(undefined);
    const opened = await open(this.kept, passphrase);
    if (!opened.ok) return opened;
    for (const [lane, key] of opened.value) if (!this.keys.has(lane)) this.keys.set(lane, key);
    this.isOpen = true;
    this.passphrase = passphrase;
    return ok(undefined);
  }

  /** Wipes every key, in memory and on the device. */
  async forget(): Promise<Result<void>> {
    this.keys.clear();
    this.kept = undefined;
    this.isOpen = false;
    this.passphrase = undefined;
    return this.shelf.write(undefined);
  }
}
