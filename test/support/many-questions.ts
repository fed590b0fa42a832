import { TraceScript } from './trace-script';

const THINGS = ['violin', 'ladder', 'bicycle', 'radiator', 'kayak', 'telescope', 'drum', 'mirror'];
const PEOPLE = ['Tom', 'Zoe', 'Ravi', 'Ingrid', 'Oluwaseun', 'Mei', 'Pavel'];

/** A trace with one message, one memory unit and one wrongly answered question each, so many times. */
export function manyQuestions(count: number): TraceScript {
  const script = new TraceScript('Mem0');
  for (let i = 0; i < count; i++) {
    const person = PEOPLE[i % PEOPLE.length] ?? '';
    const thing = THINGS[i % THINGS.length] ?? '';
    const message = `m-${String(i)}`;
    const said = script.message(message, `${person} repaired ${thing} number ${String(i)} for me.`);
    // Every third fact is lost on its way into memory, every third is not found, the rest is not used.
    const text =
      i % 3 === 0 ? 'Ana had a busy day.' : `${person} repaired ${thing} number ${String(i)}`;
    const unit = script.variable(
      `memory-unit-${String(i)}`,
      JSON.stringify({ memory: text }),
      'memory_entry',
    );
    script.operation('memory_system.add', 'update', [[said, unit]]);
    const question = `Who repaired ${thing} number ${String(i)}?`;
    const query = script.query(question, [`${message}@1`], `q-${String(i)}`);
    const found = i % 3 === 1 ? [] : [unit];
    const context = found.length === 0 ? 'Nothing was found.' : text;
    const answer = { question, gold: person, prediction: 'Nobody.', evidence: [`${message}@1`] };
    script.ask({ ...answer, found, context, mark: `-${String(i)}` }, query);
  }
  return script;
}
