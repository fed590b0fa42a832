import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toMemoryErrorType } from '../../src/cases/error-type';
import { confidentDoubt, type EvidenceQuery } from '../../src/cases/verdict';
import { attributeFile } from './attributed';

const ROOT = fileURLToPath(new URL('../fixtures/natural/', import.meta.url));
const FOLDERS = ['mem0', 'evermemos', 'rag', 'long_context'];

/** Shares of right types and operations over the set of this project's own, and memory errors doubted. */
async function measure(evidence: 'labelled' | 'retrieved', evidenceQuery: EvidenceQuery = 'gold') {
  let cases = 0;
  let type = 0;
  let op = 0;
  let doubted = 0;
  for (const folder of FOLDERS)
    for (const name of readdirSync(`${ROOT}${folder}`))
      for (const { judged } of await attributeFile(`${ROOT}${folder}/${name}`, {
        evidence,
        evidenceQuery,
      }))
        for (const { case: c, verdict } of judged) {
          if (c.label === undefined || toMemoryErrorType(c.label.errorType) === undefined) continue;
          cases++;
          if (verdict.errorType === c.label.errorType) type++;
          if (verdict.opId === c.label.opId) op++;
          if (confidentDoubt(verdict) !== undefined) doubted++;
        }
  return { type: type / cases, op: op / cases, doubted };
}

// The set is a guard: it first gave .903, .839 and .758, and must not be fitted case by case.
describe('flow on the project’s own set in everyday wording', { timeout: 60_000 }, () => {
  it('stays above what it reached before it was known, with labelled evidence', async () => {
    const { type, op, doubted } = await measure('labelled');
    expect(type).toBeGreaterThanOrEqual(0.9);
    expect(op).toBeGreaterThanOrEqual(0.9);
    expect(doubted).toBeLessThanOrEqual(1);
  });

  it('stays above it with found evidence, too', async () => {
    const { type, op } = await measure('retrieved');
    expect(type).toBeGreaterThanOrEqual(0.83);
    expect(op).toBeGreaterThanOrEqual(0.83);
  });

  it('stays above it with the question alone', async () => {
    const { type, op } = await measure('retrieved', 'question');
    expect(type).toBeGreaterThanOrEqual(0.75);
    expect(op).toBeGreaterThanOrEqual(0.74);
  });
});
