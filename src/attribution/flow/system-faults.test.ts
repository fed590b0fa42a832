import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FAULTS_OF,
  recordFaultyRun,
  type FaultyPlan,
  type FaultySystem,
} from '../../../test/support/faulty-run';
import { needsVerdict } from '../../cases/collect';
import { confidentDoubt } from '../../cases/verdict';
import { attributeFlow } from './attribute-flow';

const pick = (words: string) => fc.constantFrom(...words.split(' '));

const fact = fc.record({
  relation: pick('neighbor cousin colleague dentist plumber teacher'),
  name: pick('Tom Zoe Ravi Ingrid Oluwaseun Mei'),
  thing: pick('violin ladder bicycle radiator kayak telescope'),
});

const chatter = fc
  .record({
    where: pick('beach market library stadium'),
    what: pick('sandwiches postcards tickets'),
  })
  .map(({ where, what }) => `We went to the ${where} and bought some ${what}.`);

const systems: readonly FaultySystem[] = ['rag', 'long-context', 'evermemos'];

const plansOf = (system: FaultySystem): fc.Arbitrary<FaultyPlan> =>
  fc
    .record({
      fact,
      before: fc.array(chatter, { maxLength: 4 }),
      after: fc.array(chatter, { minLength: 2, maxLength: 4 }),
      fault: fc.constantFrom(...Object.keys(FAULTS_OF[system])),
    })
    .map(({ fact: { relation, name, thing }, before, after, fault }) => ({
      system,
      fault,
      fact: `My ${relation} ${name} repaired the ${thing} for me.`,
      before,
      after,
      question: `Who repaired the ${thing}?`,
      gold: `${relation} ${name}`,
      mark: 'a',
    }));

/** Error type and operation that flow names, and what it should name. */
async function attribute(plan: FaultyPlan) {
  const { script, culprit } = recordFaultyRun(plan);
  const { graph, cases } = await script.open();
  const [verdict] = attributeFlow(graph, cases, { evidence: 'labelled' });
  const wanted: string | undefined = Object.entries(FAULTS_OF[plan.system]).find(
    ([step]) => step === plan.fault,
  )?.[1];
  return {
    found: { type: verdict?.errorType, op: verdict?.opId },
    wanted: { type: wanted, op: culprit },
  };
}

describe.each(systems)('flow on recorded runs of %s with one known fault', (system) => {
  const plans = plansOf(system);

  it('names the operation at fault', async () => {
    const named = fc.asyncProperty(plans, async (plan) => {
      const { found, wanted } = await attribute(plan);
      expect(found, plan.fault).toEqual(wanted);
    });
    await fc.assert(named, { seed: 4712, numRuns: 60 });
  });

  it('comes to the same verdict when ids and times change, what is unrelated changes places, and ten times more is said', async () => {
    const noise = fc.array(chatter, { minLength: 20, maxLength: 30 });
    const unmoved = fc.asyncProperty(plans, noise, async (plan, more) => {
      const { found, wanted } = await attribute({
        ...plan,
        before: [...more, ...plan.after],
        after: [...plan.before, ...more],
        mark: 'zz',
        shift: 700,
      });
      expect(found, plan.fault).toEqual(wanted);
    });
    await fc.assert(unmoved, { seed: 4713, numRuns: 15 });
  });

  it('blames no operation where nothing went wrong', async () => {
    const clean = fc.asyncProperty(plans, async (plan) => {
      const right = { ...plan, fault: 'answer', prediction: `${plan.gold}.` };
      const passed = await recordFaultyRun({ ...right, score: 1 }).script.open();
      expect(passed.cases.filter(needsVerdict)).toEqual([]);
      // Judged wrong all the same: then the judge is doubted, not the memory system blamed.
      const { graph, cases } = await recordFaultyRun(right).script.open();
      const [verdict] = attributeFlow(graph, cases, { evidence: 'labelled' });
      expect(verdict && confidentDoubt(verdict)?.about).toBe('judge');
    });
    await fc.assert(clean, { seed: 4714, numRuns: 15 });
  });
});
