import type { Worker } from 'node:worker_threads';
import {
  isFromThread,
  reasonOfFault,
  type FromThread,
  type ThreadTask,
  type ToThread,
} from './messages';

/** The verdicts that a thread sends, some at a time. */
export type Found = Extract<FromThread, { readonly kind: 'verdicts' }>;

/** A thread as its starter holds it. */
export interface ThreadHandle {
  postMessage(message: ToThread): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Is told why the thread ended, however it did. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): Promise<void>;
}

/** A thread of Node. */
export const threadHandle = (worker: Worker): ThreadHandle => ({
  postMessage: (message) => worker.postMessage(message),
  onMessage: (listener) => worker.on('message', listener),
  onEnd: (listener) => {
    worker.on('error', (error: unknown) => listener(reasonOfFault(error)));
    worker.on('exit', () => listener('it ended by itself'));
  },
  terminate: async () => {
    await worker.terminate();
  },
});

/** Another thread as the main one sees it: opens a trace, attributes a part of its cases, may die. */
export class HelperThread {
  private state: 'alive' | 'dead' = 'alive';
  private onFound: (found: Found) => void = () => undefined;
  private answered: (isDone: boolean) => void = () => undefined;

  /** @param onDeath is told once why the thread ended, unless it was closed */
  constructor(
    private readonly thread: ThreadHandle,
    private readonly onDeath: (reason: string) => void,
  ) {
    thread.onMessage((message) => {
      if (!isFromThread(message)) return;
      if (message.kind === 'verdicts') this.onFound(message);
      else this.answered(true);
    });
    thread.onEnd((reason) => this.die(reason));
  }

  get isAlive(): boolean {
    return this.state === 'alive';
  }

  /** @returns whether the trace is open there */
  open(task: ThreadTask): Promise<boolean> {
    return this.ask({ kind: 'open', task });
  }

  /** Lets it attribute; ends when it has found no more cases, or has died. */
  async attribute(onFound: (found: Found) => void): Promise<void> {
    this.onFound = onFound;
    await this.ask({ kind: 'begin' });
  }

  async close(): Promise<void> {
    this.state = 'dead';
    await this.thread.terminate();
  }

  private ask(message: ToThread): Promise<boolean> {
    if (!this.isAlive) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.answered = resolve;
      this.thread.postMessage(message);
    });
  }

  private die(reason: string): void {
    if (!this.isAlive) return;
    this.state = 'dead';
    this.onDeath(reason);
    this.answered(false);
  }
}
