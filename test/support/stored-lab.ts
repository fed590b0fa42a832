import { flowVerdicts } from '../../src/attribution/flow/attribute-flow';
import type { TraceKey } from '../../src/base/brand';
import type { ChatModel } from '../../src/models/contract/chat';
import type { LabView } from '../../src/notebook/lab/contract';
import { StoredLab } from '../../src/notebook/lab/lab-service';
import { bytesInMemory } from '../../src/notebook/service/blob-bytes';
import { StoredTraceService } from '../../src/notebook/service/trace-service';
import { openMemoryStore } from '../../src/store/store';
import { SimulatedMemoryLlm } from './simulated-memory-llm';
import { BARE_PROMPTS, recordTalk, simulatedTalk } from './simulated-talks';

const nothing = (): void => undefined;
export const TALK_SIZE = { dates: 3, advice: 2, plain: 1 };

/** A browser of its own: an empty store, the services over it, and two models that answer alike. */
export function newPlace() {
  let time = 1_000;
  const store = openMemoryStore();
  const problems: string[] = [];
  const traces = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: ({ kind }) => problems.push(kind),
    now: () => ++time,
  });
  const drop = async (text: string, path: string): Promise<TraceKey> => {
    const outcome = await traces.importFile('x', new Blob([text]), path, path, nothing);
    const key = outcome.kind === 'refused' ? undefined : outcome.traces[0]?.key;
    if (key === undefined) throw new Error('not read');
    return key;
  };
  const model = new SimulatedMemoryLlm();
  const asked: string[] = [];
  /** Called before each call; tests stop a run there. */
  const watch = { before: (_calls: number): void | Promise<void> => undefined };
  const labels: Readonly<Record<string, string>> = {
    simulated: model.description.label,
    other: 'another model',
  };
  const models = () => ({
    chat: (id: string) => {
      const label = labels[id];
      return Promise.resolve<ChatModel | undefined>(
        label === undefined
          ? undefined
          : {
              description: { ...model.description, label },
              chat: async (request, options) => {
                await watch.before(asked.length);
                asked.push(options.purpose);
                return model.chat(request, options);
              },
            },
      );
    },
  });
  const lab = new StoredLab({ ...traces.shared, models });
  const viewOf = async (id: string): Promise<LabView> => {
    const view = await lab.open(id);
    if (!view.ok) throw new Error(view.problem.detail);
    return view.value;
  };
  return { store, traces, drop, model, asked, watch, lab, viewOf, problems };
}

/** A lab over made-up talks; `text` adds a trace of another place to them. */
export async function newLab(talks: readonly number[] = [1, 2], text?: string) {
  const place = newPlace();
  for (const talk of talks)
    await place.drop(
      await recordTalk(simulatedTalk(talk, TALK_SIZE), BARE_PROMPTS),
      `talk-${talk}.json`,
    );
  if (text !== undefined) await place.drop(text, 'given.json');
  const made = await place.lab.create({ system: 'mem0', seed: 1, share: 0.5 });
  if (!made.ok) throw new Error(made.problem.detail);
  const { id } = made.value;
  return { ...place, id, open: () => place.viewOf(id) };
}
