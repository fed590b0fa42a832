import type { ProblemKind } from '../../../src/base/problems';
import type { Provider } from '../../../src/models/settings/model-setting';
import { remoteSetting, testDesk } from '../desk-parts';
import { answer, type Behaviour } from '../stand-in/behaviour';
import type { Shape } from '../stand-in/shapes';
import { StandInProvider } from '../stand-in/stand-in-provider';
import { LONG_TEXT, needed } from './parts';
import type { EngineRig, Scene } from './rig';

const KEY = 'stand-in-key';
const TEXT = 'The train leaves at noon.';
const JSON_TEXT = '{"word": "yes"}';
const TOO_LONG = "This model's maximum context length is 8192 tokens.";

const status = (code: number, message?: string): Behaviour => ({
  kind: 'status',
  status: code,
  ...(message === undefined ? {} : { message }),
});

/** What an endpoint does wrong, and what is to be said of it. */
export const FAULTS: readonly (readonly [string, Behaviour, ProblemKind])[] = [
  ['a bad key', status(401), 'model-bad-key'],
  ['no credit', status(402), 'model-quota'],
  ['no access', status(403), 'model-forbidden'],
  ['an unknown model', status(404), 'model-unknown'],
  ['a request that is refused', status(422, 'no'), 'model-request-refused'],
  ['too many calls', status(429), 'model-rate-limited'],
  ['a spent day quota', status(429, 'Limit 200 requests per day.'), 'model-quota'],
  ['a failing server', status(500), 'model-server-error'],
  ['an overloaded server', status(503), 'model-server-error'],
  ['a web page', { kind: 'html' }, 'model-not-json'],
  ['a failing proxy', { kind: 'html', status: 502 }, 'model-server-error'],
  ['JSON of something else', { kind: 'nonsense' }, 'model-not-json'],
  ['a torn answer', { kind: 'cut', text: 'half', how: 'torn' }, 'model-cut'],
  ['an answer without an end', { kind: 'cut', text: 'half', how: 'ended' }, 'model-cut'],
];

/** A model behind an endpoint of a shape, against the stand-in provider. */
export async function remoteRig(shape: Shape, kind: Provider): Promise<EngineRig> {
  const provider = await StandInProvider.start();
  const made = testDesk([provider.origin]);
  const lanes = [{ id: 'lane', baseUrl: provider.baseUrl(shape) }];
  const common = { lanes, provider: kind, contextTokens: 8_192 };
  made.desk.setUp([
    remoteSetting(common),
    remoteSetting({ ...common, id: 'stand-in/embedder', model: 'embedder', use: 'embedding' }),
  ]);
  await made.keys.set('lane', KEY);
  const play = (behaviour: Behaviour): void => {
    provider.decide = () => behaviour;
    // A lane that was given up in the check before is tried again.
    made.desk.revive('stand-in/small');
  };
  const scenes: Readonly<Record<Scene, Behaviour>> = {
    plain: answer(TEXT),
    long: { kind: 'answer', text: LONG_TEXT, piece: 3, everyMs: 10 },
    stuck: { kind: 'silent' },
    json: {
      kind: 'answer',
      // Anthropic is asked for JSON through a tool of that name.
      text: shape === 'anthropic' ? '' : JSON_TEXT,
      calls: shape === 'anthropic' ? [{ name: 'json', arguments: JSON_TEXT }] : [],
    },
    tool: { kind: 'answer', text: '', calls: [{ name: 'look', arguments: '{"at": [1, 2]}' }] },
    'too-long': status(400, TOO_LONG),
  };
  return {
    get chat() {
      return needed(made.desk.chatModel('stand-in/small'));
    },
    embedding: shape === 'anthropic' ? undefined : made.desk.embeddingModel('stand-in/embedder'),
    tools: 'played',
    context: 8_192,
    counts: true,
    prepare: (scene) => {
      play(scenes[scene]);
      return Promise.resolve(
        scene === 'plain' ? { text: TEXT } : scene === 'long' ? { text: LONG_TEXT } : {},
      );
    },
    failures: FAULTS.map(([how, behaviour, problem]) => ({
      how,
      kind: problem,
      arrange: () => play(behaviour),
    })),
    stop: () => provider.stop(),
  };
}
