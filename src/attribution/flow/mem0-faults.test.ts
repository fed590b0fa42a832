import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULTS, recordRun, type RunPlan, type Told } from '../../../test/support/mem0-run';
import { needsVerdict } from '../../cases/collect';
import { confidentDoubt } from '../../cases/verdict';
import { attributeFlow } from './attribute-flow';

const TYPES = {
  extract: 'ExtractionError',
  decide: 'ExtractionError',
  update: 'UpdateError',
  delete: 'DeletionError',
  search: 'RetrievalError',
  answer: 'ResponseError',
} as const;

const pick = (words: string) => fc.constantFrom(...words.split(' '));
const relation = pick('neighbor cousin colleague dentist plumber teacher');
const name = pick('Tom Zoe Ravi Ingrid Oluwaseun Mei');
const thing = pick('violin ladder bicycle radiator kayak telescope');
const state = pick('dusty broken wooden rented antique');

/** One event as its speaker tells it, and as a memory rewords it. */
const event = fc.record({ relation, name, thing, state }).map((parts) => ({
  ...parts,
  told: {
    said: `My ${parts.relation} ${parts.name} repaired the ${parts.state} ${parts.thing} for me.`,
    memory: `${parts.name}, a ${parts.relation} of Ana, mended her ${parts.state} ${parts.thing}`,
  },
}));

const chatter = fc
  .record({
    where: pick('beach market library stadium'),
    what: pick('sandwiches postcards tickets'),
  })
  .map(({ where, what }): Told => ({
    said: `We went to the ${where} and bought some ${what}.`,
    memory: `Ana went to the ${where} to buy ${what}`,
  }));

const plans = fc
  .record({
    event,
    before: fc.array(chatter, { maxLength: 4 }),
    after: fc.array(chatter, { minLength: 1, maxLength: 4 }),
    fault: fc.constantFrom(...FAULTS),
  })
  .map(({ event: happened, before, after, fault }): RunPlan => ({
    told: happened.told,
    before,
    after,
    question: `Who repaired the ${happened.thing}?`,
    gold: `${happened.relation} ${happened.name}`,
    fault,
    mark: 'a',
  }));

/** Error type and operation that flow names, with the operation at fault. */
async function attribute(plan: RunPlan) {
  const { script, culprit } = recordRun(plan);
  const { graph, cases } = await script.open();
  const [verdict] = attributeFlow(graph, cases, { evidence: 'labelled' });
  return { type: verdict?.errorType, op: verdict?.opId, culprit };
}

const SETTINGS = { seed: 4711, numRuns: 120 } as const;

// A second of work, which a busy machine makes twenty of.
describe('flow on recorded Mem0 runs with one known fault', { timeout: 60_000 }, () => {
  it('names the operation at fault', async () => {
    const named = fc.asyncProperty(plans, async (plan) => {
      const { type, op, culprit } = await attribute(plan);
      expect(type).toBe(TYPES[plan.fault]);
      expect(op).toBe(culprit);
    });
    await fc.assert(named, SETTINGS);
  });

  it('comes to the same verdict when ids and times change and ten times more is said around it', async () => {
    const unmoved = fc.asyncProperty(
      plans,
      fc.array(chatter, { minLength: 30, maxLength: 40 }),
      async (plan, noise) => {
        const { type, op, culprit } = await attribute({
          ...plan,
          before: [...noise, ...plan.before],
          after: [...plan.after, ...noise],
          mark: 'zz',
          shift: 700,
        });
        expect(type).toBe(TYPES[plan.fault]);
        expect(op).toBe(culprit);
      },
    );
    await fc.assert(unmoved, { ...SETTINGS, numRuns: 30 });
  });

  it('blames no operation where nothing went wrong', async () => {
    const clean = fc.asyncProperty(plans, async (plan) => {
      const right: RunPlan = { ...plan, fault: 'answer', prediction: `${plan.gold}.` };
      const passed = await recordRun({ ...right, score: 1 }).script.open();
      expect(passed.cases.filter(needsVerdict)).toEqual([]);
      // Judged wrong all the same: then the judge is doubted, not the memory system blamed.
      const { graph, cases } = await recordRun(right).script.open();
      const [verdict] = attributeFlow(graph, cases, { evidence: 'labelled' });
      expect(verdict && confidentDoubt(verdict)?.about).toBe('judge');
    });
    await fc.assert(clean, { ...SETTINGS, numRuns: 20 });
  });
});
