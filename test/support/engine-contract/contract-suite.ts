import { afterAll, beforeAll, describe, it } from 'vitest';
import { CONTRACT } from './checks';
import type { EngineRig } from './rig';

/** The contract's checks as tests of one engine. */
export function contractSuite(name: string, make: () => Promise<EngineRig>): void {
  describe(`the contract, kept by ${name}`, () => {
    let rig: EngineRig;
    beforeAll(async () => {
      rig = await make();
    });
    afterAll(() => rig.stop());
    for (const { title, run } of CONTRACT) it(title, () => run(rig));
  });
}
