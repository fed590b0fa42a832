import type { Result } from '../base/result';
import type { SealedKeys } from '../models/keys/vault';
import type { Access } from './access';
import type { ModelRow } from './rows';

/** The one row of sealed keys. */
const SEALED = 'sealed';

/** The models that are set up, and the user's keys once they are to be remembered: sealed. */
export class ModelDoor {
  constructor(private readonly access: Access) {}

  all(): Promise<Result<readonly ModelRow[]>> {
    return this.access.read('reading the models', (tables) => tables.all('models'));
  }

  put(row: ModelRow): Promise<Result<void>> {
    return this.access.write('storing a model', (tables) => tables.put('models', [row]));
  }

  remove(id: string): Promise<Result<void>> {
    return this.access.write('removing a model', (tables) => tables.remove('models', [id]));
  }

  sealedKeys(): Promise<Result<SealedKeys | undefined>> {
    return this.access.read(
      'reading the sealed keys',
      async (tables) => (await tables.get('sealedKeys', SEALED))?.sealed,
    );
  }

  /** Stores sealed keys, or with `undefined` deletes them. */
  setSealedKeys(sealed: SealedKeys | undefined): Promise<Result<void>> {
    return this.access.write('storing the sealed keys', (tables) =>
      sealed === undefined
        ? tables.remove('sealedKeys', [SEALED])
        : tables.put('sealedKeys', [{ key: SEALED, sealed }]),
    );
  }
}
