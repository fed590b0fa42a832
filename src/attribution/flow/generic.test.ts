import { describe, expect, it } from 'vitest';
import { follow } from '../../../test/support/follow';
import { TraceScript } from '../../../test/support/trace-script';
import { traceGeneric } from './generic';

const SAID = 'I adopted a grey cat called Miso from the shelter.';
const NOTE = 'Ana adopted a grey cat called Miso.';
const VAGUE = 'Ana talked about the weather.';

/** Message → note → unit, then what the caller adds before the question. */
function run(
  note: string,
  versions: readonly string[],
  more: { readonly deleted?: boolean; readonly found?: boolean; readonly given?: string } = {},
) {
  const script = new TraceScript('SomethingNew');
  const said = script.message('m1', SAID);
  const noted = script.variable('str:n', JSON.stringify(note), 'llm_response', {
    class_name: 'note',
  });
  const ops = [script.operation('take_note', 'ingest', [[said, noted]])];
  let unit: string | undefined;
  versions.forEach((value, i) => {
    const next = script.variable('unit-1', JSON.stringify({ content: value }), 'memory_entry', {
      version: i + 1,
    });
    ops.push(script.operation('write', 'update', [[unit ?? noted, next]]));
    unit = next;
  });
  if (more.deleted === true && unit !== undefined) {
    const marker = script.variable('str:d', "'DELETED'", 'marker', { class_name: 'delete_marker' });
    ops.push(script.operation('forget', 'update', [[unit, marker]]));
  }
  const found = more.found === false || unit === undefined ? [] : [unit];
  const { search, answer } = script.ask({
    question: 'What is the name of the cat that Ana adopted?',
    gold: 'Miso',
    prediction: 'I do not know.',
    evidence: ['m1'],
    found,
    context: more.given ?? (found.length > 0 ? (versions.at(-1) ?? '') : 'nothing'),
  });
  return { script, ops, search: search ?? '', answer };
}

describe('traceGeneric', () => {
  it('finds no loss where the context holds the fact', async () => {
    expect((await follow(run(NOTE, [NOTE]).script, traceGeneric)).loss).toBe('none');
  });

  it('blames the last operation that read a carrier and wrote none', async () => {
    const { script, ops } = run(VAGUE, [VAGUE]);
    expect((await follow(script, traceGeneric)).loss).toBe(`ExtractionError ${ops[0] ?? ''}`);
    const later = run(NOTE, [VAGUE]);
    expect((await follow(later.script, traceGeneric)).loss).toBe(
      `ExtractionError ${later.ops[1] ?? ''}`,
    );
  });

  it('blames the update that rewrote the unit without the fact', async () => {
    const { script, ops } = run(NOTE, [NOTE, VAGUE]);
    expect((await follow(script, traceGeneric)).loss).toBe(`UpdateError ${ops[2] ?? ''}`);
  });

  it('blames the operation that deleted the unit', async () => {
    const { script, ops } = run(NOTE, [NOTE], { deleted: true, found: false });
    expect((await follow(script, traceGeneric)).loss).toBe(`DeletionError ${ops[2] ?? ''}`);
  });

  it('blames the search that did not return the unit', async () => {
    const { script, search } = run(NOTE, [NOTE], { found: false });
    expect((await follow(script, traceGeneric)).loss).toBe(`RetrievalError ${search}`);
  });

  it('blames the answering operation when its context dropped the unit', async () => {
    const { script, answer } = run(NOTE, [NOTE], { given: VAGUE });
    expect((await follow(script, traceGeneric)).loss).toBe(`RetrievalError ${answer}`);
  });
});
