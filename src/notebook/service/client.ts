import TraceWorker from '../../../workers/trace-worker?worker&inline';
import { WorkerConnection } from './connection';
import type { TraceConnection } from './contract';

let connection: TraceConnection | undefined;

/**
 * Starts the trace worker, once for the page, and connects with it. The worker is built into the
 * page and started from a blob, so that it inherits the page's security policy.
 */
export function connect(): TraceConnection {
  connection ??= new WorkerConnection(new TraceWorker({ name: 'trace worker' }));
  return connection;
}
