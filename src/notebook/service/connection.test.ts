import { expose } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem } from '../../base/problem';
import { graphText } from '../../../test/support/graph-file';
import { bytesInMemory } from './blob-bytes';
import { WorkerConnection, type WorkerLike } from './connection';
import { methods } from './methods';
import { WorkerApi } from './worker-api';

/** The page's end of a channel, with what a worker has besides. */
class FakeWorker extends EventTarget implements WorkerLike {
  readonly channel = new MessageChannel();
  terminated = false;

  constructor() {
    super();
    this.channel.port1.addEventListener('message', (event) => {
      const data: unknown = event.data;
      this.dispatchEvent(new MessageEvent('message', { data, ports: [...event.ports] }));
    });
    this.channel.port1.start();
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.channel.port1.postMessage(message, transfer);
  }

  terminate(): void {
    this.terminated = true;
    this.channel.port1.close();
  }

  /** What the browser tells the page when the worker's code throws. */
  breakDown(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

let worker: FakeWorker;
let connection: WorkerConnection;
let api: WorkerApi;

beforeEach(() => {
  worker = new FakeWorker();
  api = new WorkerApi(bytesInMemory, methods);
});
afterEach(() => {
  connection.close();
  worker.channel.port2.close();
});

/** Lets the worker's side answer. */
function start(): void {
  worker.channel.port2.start();
  expose(api, worker.channel.port2);
}

test('calls, reports and results cross the wire', async () => {
  start();
  connection = new WorkerConnection(() => Promise.resolve(worker));
  const states: string[] = [];
  const outcome = await connection.traces.importFile(
    'one',
    new Blob([graphText()]),
    'tiny.json',
    'tiny.json',
    ({ state }) => states.push(state),
  );
  expect(outcome.kind).not.toBe('refused');
  expect(states[0]).toBe('waiting');
  expect(states.at(-1)).toBe('storing');
  expect(await connection.traces.traces()).toHaveLength(1);
});

test('the status of the store is told once it is known', async () => {
  start();
  connection = new WorkerConnection(() => Promise.resolve(worker));
  const kinds: string[] = [];
  connection.onStatus((status) => kinds.push(status.kind));
  await connection.traces.traces();
  await vi.waitFor(() => expect(kinds.at(-1)).toBe('stored'));
});

test('the worker is started for the first call, and told what the notebook holds before it', async () => {
  start();
  const begin = vi.fn(() => Promise.resolve(worker));
  const told = vi.fn();
  connection = new WorkerConnection(begin, async (traces) => {
    await traces.choose([]);
    told();
  });
  expect(connection.isAwake).toBe(false);
  expect(begin).not.toHaveBeenCalled();
  expect(await connection.traces.traces()).toEqual([]);
  expect(told).toHaveBeenCalledOnce();
  await connection.traces.traces();
  expect(begin).toHaveBeenCalledOnce();
});

test('a worker that could not be fetched is fetched again by the next call', async () => {
  start();
  const begin = vi.fn(() => Promise.resolve(worker));
  begin.mockRejectedValueOnce(new Error('offline'));
  connection = new WorkerConnection(begin);
  const problems: string[] = [];
  connection.onProblem((met) => problems.push(met.detail));
  await expect(connection.traces.traces()).rejects.toThrow('offline');
  expect(problems[0]).toContain('offline');
  expect(await connection.traces.traces()).toBeInstanceOf(Array);
});

test('a worker that does not start fails every call instead of leaving it waiting', async () => {
  connection = new WorkerConnection(() => Promise.resolve(worker));
  const problems: string[] = [];
  connection.onProblem((met) => problems.push(met.detail));
  const call = connection.traces.traces();
  await new Promise((resolve) => setTimeout(resolve));
  worker.breakDown('Refused to create a worker');
  await expect(call).rejects.toThrow('Refused to create a worker');
  await expect(connection.traces.traces()).rejects.toThrow('Refused');
  await vi.waitFor(() => expect(problems[0]).toContain('Refused to create a worker'));
});

test('an error of a running worker is told, and its calls go on', async () => {
  start();
  connection = new WorkerConnection(() => Promise.resolve(worker));
  const problems: string[] = [];
  connection.wake();
  await vi.waitFor(() => expect(connection.status).toBeDefined());
  worker.breakDown('x is undefined');
  connection.onProblem((met) => problems.push(met.kind, met.detail));
  expect(problems).toEqual([problem('unexpected').kind, 'x is undefined']);
  expect(await connection.traces.traces()).toBeInstanceOf(Array);
});
