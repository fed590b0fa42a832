import { openStore } from '../../store/store';
import type { TraceConnection } from './contract';
import { PageConnection } from './page-connection';

let connection: TraceConnection | undefined;

/**
 * Connects the page with store and trace worker, once. The worker is a piece of script of its own,
 * fetched when it is first needed. It is built into that piece and started from a blob, so that it
 * inherits the page's security policy.
 */
export function connect(): TraceConnection {
  connection ??= new PageConnection({
    openStore,
    locks: 'locks' in navigator ? navigator.locks : undefined,
    channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel('memtrace') : undefined,
    startWorker: async () => {
      const { default: TraceWorker } = await import('../../../workers/trace-worker?worker&inline');
      return new TraceWorker({ name: 'trace worker' });
    },
  });
  return connection;
}
