import type { Result } from '../base/result';
import type { Access } from './access';

/** Small settings by name. Never keys or tokens. */
export class SettingDoor {
  constructor(private readonly access: Access) {}

  /** The stored value, to be checked by who asks; `undefined` when it was never set. */
  get(key: string): Promise<Result<unknown>> {
    return this.access.read(
      'reading a setting',
      async (tables) => (await tables.get('settings', key))?.value,
    );
  }

  set(key: string, value: unknown): Promise<Result<void>> {
    return this.access.write('storing a setting', (t) => t.put('settings', [{ key, value }]));
  }
}
