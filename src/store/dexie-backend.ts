import Dexie, { type Table } from 'dexie';
import type { Backend } from './backend';
import type { Rows, TableName } from './rows';
import { DATABASE, SCHEMA_VERSION, TABLES, type Key } from './schema';

/** What the database tells its owner while it is open. */
export interface DatabaseEvents {
  /** Another tab needs to upgrade; the database is closed already. */
  readonly onClosed: () => void;
  /** An older tab keeps this one from opening. */
  readonly onBlocked: () => void;
}

// Dexie numbers its versions in tens inside IndexedDB.
const DEXIE_STEP = 10;

/** Rows in IndexedDB. */
export class DexieBackend implements Backend {
  private constructor(
    private readonly db: Dexie,
    /** The stored data was written by a newer version of this code. */
    readonly isNewer: boolean,
  ) {}

  /** Opens the database, making or upgrading it. Rejects with the browser's error when it cannot. */
  static async open(events: DatabaseEvents, name = DATABASE): Promise<DexieBackend> {
    const db = new Dexie(name, { autoOpen: false });
    db.version(SCHEMA_VERSION).stores(TABLES);
    db.on('versionchange', () => {
      // Staying open would block the other tab; coming back is a reload.
      db.close();
      events.onClosed();
      return false;
    });
    db.on('blocked', () => {
      events.onBlocked();
    });
    await db.open();
    return new DexieBackend(db, db.backendDB().version > SCHEMA_VERSION * DEXIE_STEP);
  }

  get<N extends TableName>(table: N, key: Key): Promise<Rows[N] | undefined> {
    return native(this.table(table).get(mutable(key)));
  }

  all<N extends TableName>(table: N): Promise<readonly Rows[N][]> {
    return native(this.table(table).toArray());
  }

  under<N extends TableName>(table: N, first: string): Promise<readonly Rows[N][]> {
    const rows = this.table(table)
      .where(':id')
      .between([first, Dexie.minKey], [first, Dexie.maxKey]);
    return native(rows.toArray());
  }

  async put<N extends TableName>(table: N, rows: readonly Rows[N][]): Promise<void> {
    if (rows.length > 0) await this.table(table).bulkPut(rows);
  }

  async remove(table: TableName, keys: readonly Key[]): Promise<void> {
    await this.table(table).bulkDelete(keys.map(mutable));
  }

  atomically<T>(tables: readonly TableName[], work: () => Promise<T>): Promise<T> {
    return native(this.db.transaction('rw', [...tables], work));
  }

  close(): void {
    this.db.close();
  }

  private table<N extends TableName>(name: N): Table<Rows[N], string | string[]> {
    return this.db.table<Rows[N], string | string[]>(name);
  }
}

const mutable = (key: Key): string | string[] => (typeof key === 'string' ? key : [...key]);

/** Dexie's promises as the platform's own. */
const native = <T>(promise: PromiseLike<T>): Promise<T> => Promise.resolve(promise);
