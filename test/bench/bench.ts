// `npm run bench [-- --runs N] [--json FILE] [--explorer]`: prints one JSON document of what the built page can do.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hasSharedData, sharedData } from '../support/shared-data';
import { startBrowser } from './browser';
import { flatFigures, type Document } from './document';
import { measureExplorer } from './explorer-part';
import { measureFirst } from './first-part';
import { measureHeadless } from './headless-part';
import { measureReading, measureWork } from './large-part';
import { machine } from './machine';
import { measureMemory } from './memory-part';
import { serveParsePage } from './parse-page';
import { buildIfStale, serveSite } from './site';
import { measureSmall } from './small-part';
import { smallTraces, unpackLargeTraces } from './trace-files';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    json: { type: 'string' },
    // Only the part of the explorer, on the large trace of all conversations.
    explorer: { type: 'boolean', default: false },
  },
});
const runs = Math.max(1, Number(values.runs) || 1);
const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function measure(): Promise<Document> {
  tell('Building the site where it is out of date …');
  await buildIfStale();
  const [site, parsePage, started] = await Promise.all([
    serveSite(),
    serveParsePage(),
    startBrowser(),
  ]);
  const large = await unpackLargeTraces();
  try {
    const addresses = { site: site.address, parse: parsePage.address };
    tell('What a new user waits for …');
    const [one = ''] = smallTraces();
    const first = await measureFirst(started, site.address, one, runs);
    tell('Small traces: all at once, then "Attribute all" …');
    const small = await measureSmall(started, site.address, smallTraces(), runs);
    const parts: Document['large'] = {};
    for (const trace of large.traces) {
      tell(`${trace.name}: reading beside a bare parse …`);
      const reading = await measureReading(started, addresses, trace, runs);
      tell(`${trace.name}: attribution, cases, search, reopening …`);
      const work = await measureWork(started, site.address, trace);
      tell(`${trace.name}: search over all texts …`);
      const explorer = await measureExplorer(started, site.address, trace);
      tell(`${trace.name}: memory …`);
      const memory = await measureMemory(site.address, trace);
      tell(`${trace.name}: without a page …`);
      const headless = await measureHeadless(trace.path, Math.min(runs, 3));
      parts[trace.name] = { reading, work, explorer, memory, headless };
    }
    return { machine: machine(started.browser), first, small, large: parts };
  } finally {
    large.close();
    await Promise.all([started.close(), parsePage.close(), site.close()]);
  }
}

/** Opening cases, the largest hub and search, on the one trace that the bars are set for. */
async function measureLooking() {
  await buildIfStale();
  const [site, started] = await Promise.all([serveSite(), startBrowser()]);
  const large = await unpackLargeTraces();
  try {
    const trace = large.traces.find(({ name }) => name === 'lite');
    if (trace === undefined) return { machine: machine(started.browser) };
    tell('Attribution, cases, search, reopening …');
    const work = await measureWork(started, site.address, trace);
    tell('Search over all texts, the largest hub …');
    const explorer = await measureExplorer(started, site.address, trace);
    return { machine: machine(started.browser), work, explorer };
  } finally {
    large.close();
    await Promise.all([started.close(), site.close()]);
  }
}

if (hasSharedData('small', 'large') && values.explorer) {
  console.log(JSON.stringify(await measureLooking(), null, 2));
} else if (hasSharedData('small', 'large')) {
  const document = await measure();
  console.log(JSON.stringify(document, null, 2));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(flatFigures(document), null, 2)}\n`);
} else {
  tell(
    `Nothing was measured: there are no traces at ${sharedData} (see MEMTRACE_TEST_DATA in test/README.md).`,
  );
}
