import { ok } from '../../../src/base/result';
import { WllamaEngine } from '../../../src/models/engines/wllama/wllama-engine';
import { wllamaPort } from '../../../src/models/engines/wllama/wllama-port';
import { OpfsShelf } from '../../../src/models/local/file-shelf';
import type { GgufSetting } from '../../../src/models/settings/model-setting';
import { testDesk } from '../desk-parts';
import { needed, overPort } from './parts';
import type { EngineRig } from './rig';

const setting = (id: string, use: 'chat' | 'embedding'): GgufSetting => ({
  kind: 'gguf',
  id,
  label: id,
  use,
  contextTokens: undefined,
  url: undefined,
  fileName: `${id}.gguf`,
});

/** Bytes that are no model, however they begin. */
const BROKEN = new Blob(['GGUF and then nothing that could be read']);

/**
 * The real llama.cpp with generated models, in a worker of a page.
 * @param wasm absolute address of wllama's WebAssembly
 * @param models one that ends and one that never does, of test/generate/gguf
 */
export async function llamaRig(
  wasm: string,
  models: { readonly ends: Uint8Array<ArrayBuffer>; readonly endless: Uint8Array<ArrayBuffer> },
): Promise<EngineRig> {
  const { engine, close } = overPort(new WllamaEngine(() => wllamaPort(wasm), new OpfsShelf()));
  const { desk, parts } = testDesk([], () => Promise.resolve(ok(engine)));
  const ends = setting('contract ends', 'chat');
  const endless = setting('contract endless', 'chat');
  const embedder = setting('contract embedder', 'embedding');
  const broken = setting('contract broken', 'chat');
  const absent = setting('contract absent', 'chat');
  const all = [ends, endless, embedder, broken, absent];
  desk.setUp(all);
  for (const [of, file] of [
    [ends, new Blob([models.ends])],
    [endless, new Blob([models.endless])],
    [embedder, new Blob([models.ends])],
    [broken, BROKEN],
  ] as const) {
    const taken = await parts.local.take(of, file);
    if (!taken.ok) throw new Error(taken.problem.detail);
  }
  let chosen = ends;
  return {
    get chat() {
      return needed(desk.chatModel(chosen.id));
    },
    embedding: desk.embeddingModel(embedder.id),
    // The generated model has one thing to say: which tool it calls cannot be scripted.
    tools: 'not played',
    // What the generated model was trained for; 4,096 were asked for.
    context: 1_024,
    // llama.cpp sends no counts with a stream unless it is asked to.
    counts: false,
    prepare: (scene) => {
      chosen = scene === 'long' || scene === 'stuck' ? endless : ends;
      if (scene === 'plain') return Promise.resolve({ text: 'The train leaves at noon.' });
      if (scene !== 'too-long') return Promise.resolve({});
      return Promise.resolve({
        messages: [{ role: 'user' as const, text: 'far too long '.repeat(200) }],
      });
    },
    failures: [
      { how: 'a damaged file', kind: 'model-unreadable', arrange: () => void (chosen = broken) },
      {
        how: 'a file that is not there',
        kind: 'model-file-missing',
        arrange: () => void (chosen = absent),
      },
    ],
    stop: () => {
      for (const of of all) void parts.local.remove(of);
      close();
    },
  };
}
