import { attributeFile } from '../../src/headless/attribute-file';
import { flowAttributor } from '../../src/headless/flow-attributor';
import { median, rounded, spread, type Spread } from './statistics';

/** Reading and attributing one file in Node, without a page. */
export interface HeadlessFigures {
  readonly cases: number;
  readonly read_ms: Spread | null;
  readonly attribute_ms: Spread | null;
  readonly attribution_cases_per_s: number | null;
}

/** Runs the headless command's own code over one file, several times. */
export async function measureHeadless(path: string, runs: number): Promise<HeadlessFigures> {
  const attribute = flowAttributor({ evidence: 'labelled' }, (query, error) => {
    throw new Error(`no verdict for ${query}`, { cause: error });
  });
  const readMs: number[] = [];
  const attributeMs: number[] = [];
  let cases = 0;
  for (let run = 0; run < runs; run++) {
    const report = await attributeFile(path, attribute);
    cases = report.entries.length;
    readMs.push(report.readMs);
    attributeMs.push(report.attributeMs);
  }
  const typical = median(attributeMs);
  return {
    cases,
    read_ms: spread(readMs),
    attribute_ms: spread(attributeMs),
    attribution_cases_per_s: typical === null ? null : rounded((cases * 1000) / typical),
  };
}
