import { describe, expect, it } from 'vitest';
import { follow } from '../../../test/support/follow';
import { TraceScript } from '../../../test/support/trace-script';
import { attributeFlow } from './attribute-flow';
import { traceLongContext } from './long-context';

const SAID = 'Speaker Ana (role: user) says: I adopted a grey cat called Miso from the shelter.';
const HI = 'Speaker Ben (role: user) says: Hello Ana, how are you today?';
const NO_ANSWER = {
  question: 'Which dog did Ana sell?',
  gold: 'Not mentioned',
  prediction: 'Rex.',
};
const BYE = 'Speaker Ben (role: user) says: I have to leave for the dentist now.';

const ASKED = {
  question: 'What is the name of the cat that Ana adopted?',
  gold: 'Miso',
  prediction: 'I do not know.',
};

/** The unit after each of the messages HI, SAID, BYE. */
function run(
  versions: readonly [string, string, string],
  context = versions[2],
  read = true,
  asked = ASKED,
) {
  const script = new TraceScript('Long-Context');
  const updates: string[] = [];
  let before = script.variable('memory-unit', '', 'memory_entry');
  [HI, SAID, BYE].forEach((content, i) => {
    const message = script.message(`m${String(i + 1)}`, content, i === 1 ? 'Ana' : 'Ben');
    if (i === 1 && !read) return;
    const after = script.variable('memory-unit', versions[i] ?? '', 'memory_entry', {
      version: updates.length + 2,
    });
    updates.push(
      script.operation('memory_system.memory_update', 'update', [
        [before, after],
        [message, after],
      ]),
    );
    before = after;
  });
  const { search, answer } = script.ask({
    ...asked,
    evidence: ['m2'],
    found: [before],
    context,
  });
  return { script, updates, search, answer };
}

describe('traceLongContext', () => {
  it('finds no loss while the unit still has the message', async () => {
    const { script } = run([HI, `${HI}\n${SAID}`, `${SAID}\n${BYE}`]);
    const { loss, stations } = await follow(script, traceLongContext);
    expect(loss).toBe('none');
    expect(stations).toBe(
      'evidence held, construction held, memory held, retrieval held, context held',
    );
  });

  it('blames the update that left the message out', async () => {
    const { script, updates } = run([HI, HI, BYE]);
    expect((await follow(script, traceLongContext)).loss).toBe(
      `ExtractionError ${updates[1] ?? ''}`,
    );
  });

  it('blames the later update that trimmed the message', async () => {
    const { script, updates } = run([HI, `${HI}\n${SAID}`, BYE]);
    const { loss, stations } = await follow(script, traceLongContext);
    expect(loss).toBe(`UpdateError ${updates[2] ?? ''}`);
    expect(stations).toContain('construction held, memory lost');
  });

  it('takes a message cut inside its answer-bearing sentence for lost', async () => {
    const { script, updates } = run([
      HI,
      `${HI}\n${SAID}`,
      `called Miso from the shelter.\n${BYE}`,
    ]);
    expect((await follow(script, traceLongContext)).loss).toBe(`UpdateError ${updates[2] ?? ''}`);
  });

  it('blames the answering operation when the context lacks what the unit has', async () => {
    const { script, answer } = run([HI, SAID, `${SAID}\n${BYE}`], 'nothing');
    expect((await follow(script, traceLongContext)).loss).toBe(`RetrievalError ${answer}`);
  });

  it('says of a message that no operation read that it was not read', async () => {
    const { script, updates } = run([HI, '', BYE], BYE, false);
    const { loss, path } = await follow(script, traceLongContext);
    expect(path.loss?.sentence).toContain('no operation read it');
    expect(loss).toBe(`ExtractionError ${updates[1] ?? ''}`);
  });

  it.each(['labelled', 'retrieved'] as const)(
    'never blames the step that returns the one unit whole for an answer that should have been none, with %s evidence',
    async (evidence) => {
      const versions = [HI, `${HI}\n${SAID}`, `${HI}\n${SAID}\n${BYE}`] as const;
      const { script, answer } = run(versions, versions[2], true, NO_ANSWER);
      const { graph, cases } = await script.open();
      const [verdict] = attributeFlow(graph, cases, { evidence });
      expect(verdict).toMatchObject({ errorType: 'ResponseError', opId: answer });
    },
  );
});
