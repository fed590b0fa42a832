import type { LlamaChunk } from '../../src/models/engines/wllama/llama-port';
import type { Adapter, WebLlmPort } from '../../src/models/engines/webllm/webllm-port';
import { piecesOf } from './stand-in/behaviour';

/** An error as WebLLM names it. */
export function named(name: string, message = name): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** A double of WebLLM's engine: answers in pieces, and fails as it is told. */
export class WebLlmDouble implements WebLlmPort {
  offered: Adapter = { f16: true };
  text = 'The train leaves at noon.';
  calls: readonly { readonly name: string; readonly arguments: string }[] = [];
  failLoading: Error | undefined;
  failAnswering: Error | undefined;
  /** Piece after which `failAnswering` is thrown. */
  failAfter = 0;
  everyMs = 0;
  /** Says one piece and then nothing more, whatever is done. */
  stuck = false;
  /** Milliseconds a shard takes to arrive. */
  shardMs = 1;
  /** Shards that are stored, of four. */
  shards = 0;
  damaged = 0;
  loads = 0;
  fetched = 0;
  interrupted = false;
  private cached = false;

  adapter(): Promise<Adapter> {
    return Promise.resolve(this.offered);
  }

  async reload(...[, { signal, onProgress }]: Parameters<WebLlmPort['reload']>): Promise<void> {
    this.loads++;
    while (this.shards < 4) {
      await new Promise((resolve) => setTimeout(resolve, this.shardMs));
      if (signal.aborted) throw named('AbortError');
      if (this.failLoading && this.shards === 2) throw this.failLoading;
      this.shards++;
      this.fetched++;
      const text = `Fetching param cache[${this.shards}/4]: ${this.shards}MB fetched.`;
      onProgress({ progress: this.shards / 4, text });
    }
    if (this.damaged > 0) throw new Error('Unexpected end of JSON input');
    this.cached = true;
  }

  async chat(): Promise<AsyncIterable<LlamaChunk>> {
    this.interrupted = false;
    return Promise.resolve(this.stream());
  }

  embed(texts: readonly string[]) {
    if (this.failAnswering) return Promise.reject(this.failAnswering);
    const vectors = texts.map((text) => Float32Array.of(text.length, 1));
    return Promise.resolve({ vectors, tokens: texts.length });
  }

  interrupt(): void {
    this.interrupted = true;
  }

  unload(): Promise<void> {
    return Promise.resolve();
  }

  isCached(): Promise<boolean> {
    return Promise.resolve(this.cached);
  }

  deleteFiles(): Promise<void> {
    this.cached = false;
    this.shards = 0;
    return Promise.resolve();
  }

  deleteDamaged(): Promise<number> {
    const gone = this.damaged;
    this.shards -= gone;
    this.damaged = 0;
    return Promise.resolve(gone);
  }

  private async *stream(): AsyncGenerator<LlamaChunk> {
    for (const [i, content] of piecesOf(this.text, 4).entries()) {
      if (this.failAnswering && i >= this.failAfter) throw this.failAnswering;
      if (this.interrupted) return;
      yield { choices: [{ delta: { content }, finish_reason: null }] };
      if (this.stuck) await new Promise(() => undefined);
      if (this.everyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.everyMs));
    }
    const tool_calls = this.calls.map((call, index) => ({
      index,
      id: `c${index}`,
      function: call,
    }));
    const usage = { prompt_tokens: 7, completion_tokens: 5 };
    yield { choices: [{ delta: { tool_calls }, finish_reason: 'stop' }], usage };
  }
}
