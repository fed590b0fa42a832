import type { Problem } from '../../src/base/problem';
import { err, ok } from '../../src/base/result';
import { problem } from '../../src/base/problem';
import type { KeptCall, LoggedCall } from '../../src/models/calls/ports';
import type { DeskParts } from '../../src/models/desk/parts';
import { ModelDesk } from '../../src/models/desk/model-desk';
import { KeyRing } from '../../src/models/keys/key-ring';
import type { SealedKeys } from '../../src/models/keys/vault';
import { LocalModels, type EngineSource } from '../../src/models/local/local-models';
import type { Clock } from '../../src/models/scheduler/clock';
import type { RemoteSetting } from '../../src/models/settings/model-setting';

/** A clock that never waits, and keeps how long it was asked to. */
export class HastyClock implements Clock {
  readonly waits: number[] = [];
  private passed = 0;

  now(): number {
    return 1_700_000_000_000 + this.passed;
  }

  wait(ms: number): ReturnType<Clock['wait']> {
    this.waits.push(ms);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.passed += ms;
        resolve();
      }, 0);
    });
    return { done, cancel: () => clearTimeout(timer) };
  }

  random(): number {
    return 1;
  }
}

/** A shelf for sealed keys in memory. */
export function memoryShelf() {
  const shelf = {
    kept: nothing(),
    read: () => Promise.resolve(ok(shelf.kept)),
    write: (keys: SealedKeys | undefined) => {
      shelf.kept = keys;
      return Promise.resolve(ok(undefined));
    },
  };
  return shelf;
}

/** A desk over ports in memory, with everything it wrote. */
export function testDesk(allowedOrigins: readonly string[], source: EngineSource = noEngine) {
  const clock = new HastyClock();
  const log: LoggedCall[] = [];
  const problems: Problem[] = [];
  const chats = new Map<string, KeptCall>();
  const vectors = new Map<string, Float32Array>();
  const keys = new KeyRing(memoryShelf());
  const parts: DeskParts = {
    clock,
    keys,
    allowedOrigins,
    local: new LocalModels(source, allowedOrigins, () => undefined),
    onProblem: (met) => problems.push(met),
    log: { write: (call) => log.push(call) },
    cache: {
      chat: (key) => Promise.resolve(ok(chats.get(key))),
      keepChat: (call) => {
        chats.set(call.key, call);
        return Promise.resolve(ok(undefined));
      },
      vectors: (wanted) => Promise.resolve(ok(wanted.map((key) => vectors.get(key)))),
      keepVectors: (kept) => {
        for (const { key, vector } of kept) vectors.set(key, vector);
        return Promise.resolve(ok(undefined));
      },
    },
  };
  return { desk: new ModelDesk(parts), parts, clock, log, problems, keys, chats };
}

const noEngine: EngineSource = () => Promise.resolve(err(problem('model-no-webgpu')));

/** A model behind an endpoint, with everything a test does not care about filled in. */
export function remoteSetting(
  change: Partial<RemoteSetting> & Pick<RemoteSetting, 'lanes'>,
): RemoteSetting {
  return {
    kind: 'remote',
    id: 'stand-in/small',
    label: 'small',
    use: 'chat',
    contextTokens: undefined,
    provider: 'openai-compatible',
    model: 'small',
    needsKey: true,
    concurrency: 4,
    patienceMs: 2_000,
    price: undefined,
    tools: true,
    ...change,
  };
}

const nothing = (): SealedKeys | undefined => undefined;
