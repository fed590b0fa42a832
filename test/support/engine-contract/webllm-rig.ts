import type { ProblemKind } from '../../../src/base/problems';
import { ok } from '../../../src/base/result';
import { WebLlmEngine } from '../../../src/models/engines/webllm/webllm-engine';
import type { WebLlmSetting } from '../../../src/models/settings/model-setting';
import { testDesk } from '../desk-parts';
import { named, WebLlmDouble } from '../webllm-double';
import { LONG_TEXT, needed, overPort } from './parts';
import type { EngineRig, Failing } from './rig';

const TEXT = 'The train leaves at noon.';

const SETTING: WebLlmSetting = {
  kind: 'webllm',
  id: 'Tiny-1B-q4f16_1-MLC',
  label: 'Tiny',
  use: 'chat',
  contextTokens: undefined,
  modelUrl: 'https://models.example/tiny/',
  libUrl: 'https://models.example/tiny.wasm',
  memoryBytes: 1e9,
  needsF16: true,
};
const EMBEDDER: WebLlmSetting = { ...SETTING, id: 'Embed-q0f32-MLC', use: 'embedding' };

const LOADING: readonly (readonly [string, Error, ProblemKind])[] = [
  ['a download that breaks off', named('TypeError', 'Failed to fetch'), 'model-download-cut'],
  ['a file that is not there', named('Error', 'status: 404'), 'model-file-missing'],
  ['a damaged file', named('IntegrityError'), 'model-file-broken'],
  ['a full disk', named('QuotaExceededError'), 'storage-full'],
  ['too little memory', named('Error', 'Out of memory'), 'model-out-of-memory'],
  ['a device lost while loading', named('DeviceLostError'), 'model-device-lost'],
];
const ANSWERING: readonly (readonly [string, Error, ProblemKind])[] = [
  ['a device lost while answering', named('DeviceLostError'), 'model-device-lost'],
  [
    'memory that runs out while answering',
    named('Error', 'mapAsync failed: allocation failed'),
    'model-out-of-memory',
  ],
  ['an engine that gives up', named('Error', 'unreachable'), 'model-engine-failed'],
];

/** WebLLM's adapter over a double of WebLLM's engine. */
export function webLlmRig(): Promise<EngineRig> {
  const double = new WebLlmDouble();
  const { engine, close } = overPort(new WebLlmEngine(double));
  const { desk, parts } = testDesk([], () => Promise.resolve(ok(engine)));
  desk.setUp([SETTING, EMBEDDER]);
  const fresh = (): void => {
    Object.assign(double, { offered: { f16: true }, text: TEXT, calls: [], everyMs: 0 });
    Object.assign(double, { stuck: false, failLoading: undefined, failAnswering: undefined });
  };
  const loading = (how: string, kind: ProblemKind, arrange: () => void): Failing => ({
    how,
    kind,
    arrange: async () => {
      fresh();
      await parts.local.remove(SETTING);
      arrange();
    },
  });
  return Promise.resolve({
    get chat() {
      return needed(desk.chatModel(SETTING.id));
    },
    embedding: desk.embeddingModel(EMBEDDER.id),
    tools: 'played',
    // What WebLLM's models are built for, where the setting names nothing else.
    context: 4_096,
    counts: true,
    prepare: (scene) => {
      fresh();
      switch (scene) {
        case 'plain':
          return Promise.resolve({ text: TEXT });
        case 'long':
          double.text = LONG_TEXT;
          double.everyMs = 10;
          return Promise.resolve({ text: LONG_TEXT });
        case 'stuck':
          double.stuck = true;
          break;
        case 'json':
          double.text = '{"word": "yes"}';
          break;
        case 'tool':
          double.text = '';
          double.calls = [{ name: 'look', arguments: '{"at": [1, 2]}' }];
          break;
        case 'too-long':
          double.failAnswering = named('ContextWindowSizeExceededError');
      }
      return Promise.resolve({});
    },
    failures: [
      loading('no WebGPU', 'model-no-webgpu', () => (double.offered = 'no-webgpu')),
      loading('no adapter', 'model-no-adapter', () => (double.offered = 'no-adapter')),
      loading('no 16-bit floats', 'model-no-f16', () => (double.offered = { f16: false })),
      ...LOADING.map(([how, error, kind]) =>
        loading(how, kind, () => (double.failLoading = error)),
      ),
      ...ANSWERING.map(([how, error, kind]) => ({
        how,
        kind,
        arrange: () => {
          fresh();
          double.failAnswering = error;
          double.failAfter = 1;
        },
      })),
    ],
    stop: close,
  });
}
