import { describe, expect, it } from 'vitest';
import { follow } from '../../../test/support/follow';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { traceEverMemOS } from './evermemos';

const SAID = 'I adopted a grey cat called Miso from the shelter.';
const HI = 'Hello Ana, how are you today?';
const EPISODE = 'Ana told Ben that she adopted a grey cat called Miso from the shelter.';
const LOST = 'Ana told Ben that she adopted a pet from the shelter.';

interface Run {
  /** What the buffer holds after the message, what its group holds, and what the unit starts with. */
  readonly buffered?: readonly string[];
  readonly grouped?: readonly string[];
  readonly finalized?: readonly string[];
  /** `null`: the extraction failed and wrote no episode. */
  readonly episode?: string | null;
  readonly log?: readonly string[];
  readonly boundary?: boolean;
  /** Where the unit of the fact stands: first round, second round, what the rerank kept. */
  readonly first?: boolean;
  readonly second?: boolean;
  readonly kept?: boolean;
  readonly rounds?: 1 | 3;
  readonly context?: string;
}

const messages = (contents: readonly string[]) =>
  contents.map((content) => ({ content, role: 'user', speaker_name: 'Ana' }));

const unitValue = (id: string, fields: object): string =>
  JSON.stringify({ event_id: id, subject: 'A pet', timestamp: '2023-05-08T13:56:00', ...fields });

function run(changes: Run = {}): {
  readonly script: TraceScript;
  readonly ops: Readonly<Record<string, string>>;
} {
  const { buffered = [HI, SAID], grouped = buffered, finalized = grouped } = changes;
  const { episode = EPISODE, log = [EPISODE], first = true, second = false } = changes;
  const { kept = first, rounds = 1 } = changes;
  const script = new TraceScript('EverMemOS');
  const ops: Record<string, string> = {};
  const hi = script.message('m1', HI, 'Ben');
  const b1 = script.variable('message-buffer', JSON.stringify(messages([HI])), 'message_buffer');
  script.operation('memory_system.message_buffer_update', 'update', [[hi, b1]]);
  const said = script.message('m2', SAID);
  const b2 = script.variable(
    'message-buffer',
    JSON.stringify(messages(buffered)),
    'message_buffer',
    { version: 2 },
  );
  ops['buffer'] = script.operation('memory_system.message_buffer_update', 'update', [
    [b1, b2],
    [said, b2],
  ]);
  const units: string[] = [];
  if (changes.boundary !== false) {
    const group = script.variable(
      'dict:g',
      JSON.stringify({ original_data: messages(grouped), summary: '' }),
      'temporary_variable',
      { class_name: 'temporary_variable' },
    );
    ops['boundary'] = script.operation('evermemos.boundary_detection', 'boundary_detection', [
      [b2, group],
    ]);
    const name = 'memory-unit-e1';
    const raw = unitValue('e1', { original_data: messages(finalized), episode: null });
    const v1 = script.variable(name, raw, 'memory_entry');
    ops['finalize'] = script.operation('memory_system.finalize_memory_unit', 'initialization', [
      [group, v1],
    ]);
    if (episode === null) {
      const failed = script.variable('str:f', "'FAILED'", 'failed_marker', {
        class_name: 'failed_marker',
      });
      ops['extract'] = script.operation('memory_system.extract_memory', 'extraction', [
        [v1, failed],
      ]);
      units.push(v1);
    } else {
      const value = unitValue('e1', { episode, event_log: { atomic_fact: log } });
      const v2 = script.variable(name, value, 'memory_entry', { version: 2 });
      ops['extract'] = script.operation('memory_system.extract_memory', 'extraction', [[v1, v2]]);
      units.push(v2);
    }
    const b3 = script.variable('message-buffer', '[]', 'message_buffer', { version: 3 });
    ops['reset'] = script.operation('memory_system.message_buffer_update', 'update', [[b2, b3]]);
  }
  const query = script.query('What is the name of the cat that Ana adopted?', ['m2']);
  const list = (kind: string, ids: readonly string[]): string =>
    script.variable(
      ids.map((id) => `${id}-0.5`).join(', ') || 'none-1',
      JSON.stringify(ids.map((event_id) => ({ event_id }))),
      kind,
      { class_name: kind },
    );
  const other = 'e9';
  const round1 = list('reranked_round1_results', first ? ['e1', other] : [other]);
  const hybrid = list('hybrid_retrieval_results', first ? [other, 'e1'] : [other]);
  const [unit] = kept ? units : [];
  const handed = (from: string): readonly Link[] => (unit === undefined ? [] : [[from, unit]]);
  ops['round1'] = script.operation('memory_system.agentic_round1_bundle', 'retrieval', [
    [query, hybrid],
    [hybrid, round1],
    ...(rounds === 1 ? handed(round1) : []),
  ]);
  if (rounds === 3) {
    const round2 = list('round2_retrieval_results', second ? ['e1', 'e8'] : ['e8']);
    ops['round2'] = script.operation('memory_system.agentic_round2_bundle', 'retrieval', [
      [query, round2],
    ]);
    const final = list('final_reranked_results', kept ? ['e1'] : [other]);
    ops['rerank'] = script.operation('memory_system.agentic_final_rerank', 'retrieval', [
      [round1, final],
      [round2, final],
      ...handed(final),
    ]);
  }
  const asked = script.ask(
    {
      question: 'What is the name of the cat that Ana adopted?',
      gold: 'Miso',
      prediction: 'I do not know.',
      evidence: ['m2'],
      given: unit === undefined ? [] : [unit],
      context: changes.context ?? (unit === undefined ? 'nothing' : `A pet: ${episode ?? ''}`),
    },
    query,
  );
  return { script, ops: { ...ops, answer: asked.answer } };
}

describe('traceEverMemOS', () => {
  it('finds no loss where a retrieved episode tells the fact', async () => {
    const { loss, stations } = await follow(run().script, traceEverMemOS);
    expect(loss).toBe('none');
    expect(stations).toBe(
      'evidence held, construction held, memory held, retrieval held, context held',
    );
  });

  const rules: readonly (readonly [string, Run, string])[] = [
    ['the buffer update that left the message out', { buffered: [HI] }, 'ExtractionError buffer'],
    ['the boundary whose group lacks the message', { grouped: [HI] }, 'ExtractionError boundary'],
    ['the finalization that dropped the message', { finalized: [HI] }, 'ExtractionError finalize'],
    [
      'the extraction whose episode and event log lost the detail',
      { episode: LOST, log: [LOST] },
      'ExtractionError extract',
    ],
    [
      'the extraction whose episode lost what its event log kept',
      { episode: 'Ana and Ben talked about the weather.' },
      'ExtractionError extract',
    ],
    ['the extraction that wrote no episode', { episode: null }, 'ExtractionError extract'],
    ['the first round that stopped without the unit', { first: false }, 'RetrievalError round1'],
    [
      'the first round when the second did not bring the unit back',
      { first: false, rounds: 3 },
      'RetrievalError round1',
    ],
    [
      'the final rerank that dropped a unit of the first round',
      { kept: false, rounds: 3 },
      'RetrievalError rerank',
    ],
    [
      'the final rerank that dropped a unit of the second round',
      { first: false, second: true, rounds: 3 },
      'RetrievalError rerank',
    ],
    ['the answer whose context lacks the unit', { context: 'nothing' }, 'RetrievalError answer'],
  ];
  it.each(rules)('blames %s', async (_, changes, expected) => {
    const { script, ops } = run(changes);
    const [type, op] = expected.split(' ');
    const { loss } = await follow(script, traceEverMemOS);
    expect(loss).toBe(`${type ?? ''} ${ops[op ?? ''] ?? ''}`);
  });

  it('says of a message still in the buffer that it was waiting there', async () => {
    const { script, ops } = run({ boundary: false });
    const { loss, path } = await follow(script, traceEverMemOS);
    expect(loss).toBe(`ExtractionError ${ops['buffer'] ?? ''}`);
    expect(path.loss?.sentence).toContain('waiting in the buffer');
  });

  it('names the place at which the unit was cut', async () => {
    const { path } = await follow(run({ kept: false, rounds: 3 }).script, traceEverMemOS);
    expect(path.loss?.sentence).toContain('(place 1 of 2)');
  });

  it('says what ran after the first round, and nothing of rounds that did not', async () => {
    const sentence = async (changes: Run) =>
      (await follow(run(changes).script, traceEverMemOS)).path.loss?.sentence;
    expect(await sentence({ first: false })).toMatch(/and no second round ran\.$/);
    expect(await sentence({ first: false, rounds: 3 })).toMatch(/the later rounds did not bring/);
  });
});
