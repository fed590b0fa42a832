import type { Result } from '../base/result';
import type { CallCache, KeptCall, KeptVector, LoggedCall } from '../models/calls/ports';
import type { Access } from './access';

/** Lines that the log keeps; the oldest make room. */
const MOST_LOGGED = 2_000;
/** The log is cut only now and then. */
const SLACK = 200;

/** Answers of models by content, and the log of calls. Holds no key. */
export class CallDoor implements CallCache {
  private written = 0;

  constructor(private readonly access: Access) {}

  chat(key: string): Promise<Result<KeptCall | undefined>> {
    return this.access.read('reading a kept answer', (tables) => tables.get('modelCalls', key));
  }

  keepChat(call: KeptCall): Promise<Result<void>> {
    return this.access.write('keeping an answer', (tables) => tables.put('modelCalls', [call]));
  }

  vectors(keys: readonly string[]): Promise<Result<readonly (Float32Array | undefined)[]>> {
    return this.access.read('reading kept vectors', async (tables) => {
      const rows = await Promise.all(keys.map((key) => tables.get('modelVectors', key)));
      return rows.map((row) => row?.vector);
    });
  }

  keepVectors(vectors: readonly KeptVector[]): Promise<Result<void>> {
    return this.access.write('keeping vectors', (tables) => tables.put('modelVectors', vectors));
  }

  /** Forgets every kept answer and vector. */
  clearKept(): Promise<Result<void>> {
    return this.access.write('forgetting kept answers', async (tables) => {
      for (const table of ['modelCalls', 'modelVectors'] as const) {
        const rows = await tables.all(table);
        await tables.remove(
          table,
          rows.map(({ key }) => key),
        );
      }
    });
  }

  /** Writes a line of the log; of a long log the oldest lines go. */
  log(call: LoggedCall): Promise<Result<void>> {
    return this.access.write('writing the log of calls', async (tables) => {
      await tables.put('callLog', [call]);
      if (this.written++ % SLACK !== 0) return;
      const rows = await tables.all('callLog');
      const old = rows.slice(0, Math.max(0, rows.length - MOST_LOGGED));
      await tables.remove(
        'callLog',
        old.map(({ id }) => id),
      );
    });
  }

  /** The log, newest first. */
  logged(): Promise<Result<readonly LoggedCall[]>> {
    return this.access.read('reading the log of calls', async (tables) =>
      (await tables.all('callLog')).toReversed(),
    );
  }

  clearLog(): Promise<Result<void>> {
    return this.access.write('clearing the log of calls', async (tables) => {
      const rows = await tables.all('callLog');
      await tables.remove(
        'callLog',
        rows.map(({ id }) => id),
      );
    });
  }
}
