import type {
  PromptApi,
  PromptSession,
  PromptStart,
} from '../../src/models/engines/built-in/built-in-engine';
import { named } from './webllm-double';
import { piecesOf } from './stand-in/behaviour';

/** A double of the browser's Prompt API: answers in pieces, and fails as it is told. */
export class PromptApiDouble implements PromptApi {
  state = 'available';
  text = 'The train leaves at noon.';
  everyMs = 0;
  stuck = false;
  failCreating: Error | undefined;
  failAnswering: Error | undefined;
  /** What the last session began with, and what it was then asked. */
  asked: { start: PromptStart; text: string; constraint: object | undefined } | undefined;
  /** Sessions that were not let go. */
  open = 0;

  availability(): Promise<string> {
    return Promise.resolve(this.state);
  }

  create(start: PromptStart): Promise<PromptSession> {
    if (this.failCreating) return Promise.reject(this.failCreating);
    const target = new EventTarget();
    start.monitor?.(target);
    for (const loaded of [0.5, 1])
      target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
    this.open++;
    return Promise.resolve({
      contextWindow: 9_216,
      destroy: () => this.open--,
      promptStreaming: (text, { signal, responseConstraint: constraint }) => {
        this.asked = { start, text, constraint };
        return this.stream(signal);
      },
    });
  }

  private stream(signal: AbortSignal): ReadableStream<string> {
    const { failAnswering, stuck, everyMs } = this;
    const pieces = piecesOf(this.text, 4);
    let at = 0;
    return new ReadableStream<string>({
      start: (controller) => {
        signal.addEventListener('abort', () => {
          // A stuck one does not even hear that it is to stop.
          if (!stuck) controller.error(named('AbortError'));
        });
      },
      pull: async (controller) => {
        if (failAnswering && at > 0) throw failAnswering;
        if (stuck && at > 0) await new Promise(() => undefined);
        if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
        if (signal.aborted) return;
        const piece = pieces[at++];
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    });
  }
}
