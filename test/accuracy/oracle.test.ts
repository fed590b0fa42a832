import { describe, expect, it } from 'vitest';
import { hasSharedData } from '../support/shared-data';
import { filesOf, FOLDERS, runOracle, type Outcome } from './oracle/run-oracle';

const present = hasSharedData(...FOLDERS.small);

const share = (outcomes: readonly Outcome[], right: (o: Outcome) => boolean): number =>
  outcomes.filter(right).length / Math.max(1, outcomes.length);

/** A part of each file: `npm run oracle` goes through all of them. */
const MOST = 4;

describe.skipIf(!present)(
  'the tools suffice: a scripted oracle that sees tool outputs alone (skipped where traces are absent)',
  () => {
    it.each(['graph-agent', 'log-agent'] as const)(
      'drives %s to the labelled type and operation of the copied traces',
      async (method) => {
        const outcomes: Outcome[] = [];
        for (const path of filesOf('small'))
          outcomes.push(
            ...(await runOracle(method, path, { copied: true, count: false, most: MOST })),
          );
        expect(outcomes.length).toBeGreaterThan(20);
        expect(
          share(outcomes, (o) => o.verdict?.errorType === o.case.label?.errorType),
        ).toBeGreaterThanOrEqual(0.95);
        expect(
          share(outcomes, (o) => o.verdict?.opId === o.case.label?.opId),
        ).toBeGreaterThanOrEqual(0.9);
        for (const { verdict } of outcomes) {
          expect(verdict?.unsure).toBe(false);
          expect(verdict?.stages.flatMap(({ quotes }) => quotes).length).toBeGreaterThan(0);
        }
      },
      60_000,
    );
  },
);
