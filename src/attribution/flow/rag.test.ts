import { describe, expect, it } from 'vitest';
import { follow } from '../../../test/support/follow';
import { TraceScript } from '../../../test/support/trace-script';
import { traceRag } from './rag';

const SAID = 'Speaker Ana (role: user) says: I adopted a grey cat called Miso from the shelter.';
const HI = 'Speaker Ben (role: user) says: Hello Ana, how are you today?';
const BYE = 'Speaker Ben (role: user) says: I have to leave for the dentist now.';

const buffer = (...messages: readonly string[]): string =>
  JSON.stringify({ buffer_total_tokens: 9, message_buffer: messages });

/** What each step of a run holds; a run without changes loses nothing. */
interface Run {
  readonly taken?: string;
  readonly document?: string;
  readonly unit?: string;
  readonly found?: readonly string[];
  readonly context?: string;
  readonly flush?: boolean;
  readonly add?: boolean;
  readonly others?: readonly string[];
}

/** Greeting, the fact, and a goodbye that pushes both out of the buffer. */
function run(changes: Run = {}): {
  readonly script: TraceScript;
  readonly ops: Readonly<Record<string, string>>;
} {
  const { taken = SAID, document = `${HI}\n${SAID}`, unit = document, flush = true } = changes;
  const script = new TraceScript('NaiveRAG');
  const ops: Record<string, string> = {};
  const update = (key: string, links: Parameters<TraceScript['operation']>[2]) => {
    ops[key] = script.operation('memory_system.message_buffer_update', 'update', links);
  };
  const hi = script.message('m1', HI, 'Ben');
  const b1 = script.variable('message-buffer', buffer(HI), 'message_buffer');
  update('hi', [[hi, b1]]);
  const said = script.message('m2', SAID);
  const b2 = script.variable('message-buffer', buffer(HI, taken), 'message_buffer', { version: 2 });
  update('said', [
    [b1, b2],
    [said, b2],
  ]);
  const units: string[] = [];
  if (flush) {
    const bye = script.message('m3', BYE, 'Ben');
    const b3 = script.variable('message-buffer', buffer(BYE), 'message_buffer', { version: 3 });
    const doc = script.variable('str:doc', JSON.stringify(document), 'temporary_variable', {
      class_name: 'temporary_variable',
    });
    update('overflow', [
      [b2, b3],
      [bye, b3],
      [bye, doc, 'extraction'],
      [b2, doc, 'extraction'],
    ]);
    if (changes.add !== false) {
      const value = JSON.stringify({ content: unit, id: 'u1' });
      units.push(script.variable('memory-unit-u1', value, 'memory_entry'));
      ops['add'] = script.operation('memory_system.add', 'update', [[doc, units[0] ?? '']]);
    }
  }
  const others = (changes.others ?? []).map((content, i) =>
    script.variable(`memory-unit-o${String(i)}`, JSON.stringify({ content }), 'memory_entry'),
  );
  const asked = script.ask({
    question: 'What is the name of the cat that Ana adopted?',
    gold: 'Miso',
    prediction: 'I do not know.',
    evidence: ['m2'],
    found: [...(changes.found ?? units), ...others],
    context: changes.context ?? [unit, ...(changes.others ?? [])].join('\n\n'),
  });
  return { script, ops: { ...ops, search: asked.search ?? '', answer: asked.answer } };
}

describe('traceRag', () => {
  it('finds no loss where the context holds the fact', async () => {
    const { loss, stations } = await follow(run().script, traceRag);
    expect(loss).toBe('none');
    expect(stations).toBe(
      'evidence held, construction held, memory held, retrieval held, context held',
    );
  });

  it('blames the buffer update that left the message out', async () => {
    const { script, ops } = run({
      taken: 'Speaker Ana (role: user) says: I adopted...',
      document: HI,
    });
    const { loss, stations } = await follow(script, traceRag);
    expect(loss).toBe(`ExtractionError ${ops['said'] ?? ''}`);
    expect(stations).toContain('construction lost, memory lost');
  });

  it('blames the overflow whose document lacks what the buffer held', async () => {
    const { script, ops } = run({ document: HI });
    expect((await follow(script, traceRag)).loss).toBe(`ExtractionError ${ops['overflow'] ?? ''}`);
  });

  it('does not take the edge from a new message to the old buffer’s document for content', async () => {
    const { script } = run({ found: [], context: 'nothing' });
    const { graph } = await script.open();
    const evidence = graph.findNode('m3@1') ?? 0;
    const { path } = await follow(script, (trace, failed, fact) =>
      traceRag(trace, failed, { ...fact, evidence, text: 'I have to leave for the dentist now.' }),
    );
    expect(path.loss?.sentence).toContain('still waiting in the buffer');
  });

  it('blames the add that stored less than was emitted', async () => {
    const { script, ops } = run({ unit: HI });
    expect((await follow(script, traceRag)).loss).toBe(`ExtractionError ${ops['add'] ?? ''}`);
  });

  it('blames the emitting operation when no operation stored the document', async () => {
    const { script, ops } = run({ add: false, found: [] });
    expect((await follow(script, traceRag)).loss).toBe(`ExtractionError ${ops['overflow'] ?? ''}`);
  });

  it('says of a message still in the buffer that it was waiting there', async () => {
    const { script, ops } = run({ flush: false, context: 'nothing' });
    const { loss, path } = await follow(script, traceRag);
    expect(loss).toBe(`ExtractionError ${ops['said'] ?? ''}`);
    expect(path.loss?.sentence).toContain('waiting in the buffer');
  });

  it('blames the search that did not return the unit', async () => {
    const { script, ops } = run({ found: [], context: 'nothing' });
    const { loss, stations } = await follow(script, traceRag);
    expect(loss).toBe(`RetrievalError ${ops['search'] ?? ''}`);
    expect(stations).toContain('memory held, retrieval lost, context lost');
  });

  it('blames the answering operation when its context dropped a retrieved unit', async () => {
    const { script, ops } = run({ context: 'nothing' });
    expect((await follow(script, traceRag)).loss).toBe(`RetrievalError ${ops['answer'] ?? ''}`);
  });

  it('finds no loss where another unit in the context answers the question', async () => {
    const { script } = run({
      found: [],
      others: ['Speaker Ana (role: user) says: The cat I adopted has the name Miso.'],
    });
    const { loss, path } = await follow(script, traceRag);
    expect(loss).toBe('none');
    expect(path.answeredBy).toContain('Miso');
  });
});
