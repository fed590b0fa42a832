import type { ProblemKind } from '../../../src/base/problems';
import { ok } from '../../../src/base/result';
import { BuiltInEngine } from '../../../src/models/engines/built-in/built-in-engine';
import type { BuiltInSetting } from '../../../src/models/settings/model-setting';
import { testDesk } from '../desk-parts';
import { PromptApiDouble } from '../prompt-api-double';
import { named } from '../webllm-double';
import { LONG_TEXT, needed, overPort } from './parts';
import type { EngineRig, Failing } from './rig';

const TEXT = 'The train leaves at noon.';
const SETTING: BuiltInSetting = {
  kind: 'built-in',
  id: 'chrome/built-in',
  label: 'Built-in model',
  use: 'chat',
  contextTokens: undefined,
};

/** The adapter of the browser's built-in model over a double of the Prompt API. */
export function builtInRig(): Promise<EngineRig> {
  const double = new PromptApiDouble();
  const { engine, close } = overPort(new BuiltInEngine(double));
  const { desk, parts } = testDesk([], () => Promise.resolve(ok(engine)));
  desk.setUp([SETTING]);
  const fresh = (): void => {
    Object.assign(double, { state: 'available', text: TEXT, everyMs: 0, stuck: false });
    Object.assign(double, { failCreating: undefined, failAnswering: undefined });
  };
  const failing = (how: string, kind: ProblemKind, set: () => void, unloads = false): Failing => ({
    how,
    kind,
    arrange: async () => {
      fresh();
      if (unloads) await parts.local.unload(SETTING);
      set();
    },
  });
  return Promise.resolve({
    get chat() {
      return needed(desk.chatModel(SETTING.id));
    },
    embedding: undefined,
    tools: 'refused',
    context: 9_216,
    counts: false,
    prepare: (scene) => {
      fresh();
      if (scene === 'plain') return Promise.resolve({ text: TEXT });
      if (scene === 'long') Object.assign(double, { text: LONG_TEXT, everyMs: 10 });
      if (scene === 'stuck') double.stuck = true;
      if (scene === 'json') double.text = '{"word": "yes"}';
      if (scene === 'too-long') double.failAnswering = named('QuotaExceededError');
      return Promise.resolve(scene === 'long' ? { text: LONG_TEXT } : {});
    },
    failures: [
      failing(
        'no model in this browser',
        'model-no-built-in',
        () => (double.state = 'unavailable'),
        true,
      ),
      failing(
        'a download that wants a click',
        'model-needs-click',
        () => (double.failCreating = named('NotAllowedError')),
        true,
      ),
      failing(
        'a language it does not know',
        'model-request-refused',
        () => (double.failAnswering = named('NotSupportedError')),
      ),
      failing(
        'a fault of its own',
        'model-engine-failed',
        () => (double.failAnswering = named('UnknownError')),
      ),
    ],
    stop: close,
  });
}
