import type { Result } from '../base/result';
import type { Access } from './access';
import type { ImportRow } from './rows';

/** What was dropped and how reading it ended. */
export class ImportDoor {
  constructor(private readonly access: Access) {}

  /** All imports, oldest first. */
  async all(): Promise<Result<readonly ImportRow[]>> {
    return this.access.read('reading the list of imports', async (tables) =>
      [...(await tables.all('imports'))].sort((a, b) => a.at - b.at),
    );
  }

  put(row: ImportRow): Promise<Result<void>> {
    return this.access.write('storing how an import ended', (t) => t.put('imports', [row]));
  }

  remove(id: string): Promise<Result<void>> {
    return this.access.write('removing an import', (tables) => tables.remove('imports', [id]));
  }
}
