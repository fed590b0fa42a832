import { problem } from '../base/problem';
import { request } from '../base/network';
import { err, ok, type Result } from '../base/result';
import type { NotebookEditor } from './document/editor';
import type { TraceService, TraceSummary } from './service/contract';

/** Where the sample lies, relative to the page. */
export const SAMPLE = 'samples/first-steps.json';

const TIMEOUT = 20_000;

/**
 * Fills the first notebook: reads the sample trace of this site, attributes it, and shows its first
 * failed question in the Case cell. Where the site cannot be reached (the page was opened from
 * disk) the notebook stays empty, and the problem says why.
 * @param get fetches the sample; the one network door unless a test says otherwise
 */
export async function readSample(
  traces: TraceService,
  editor: NotebookEditor,
  get: (address: string) => Promise<Result<Response>> = getFromSite,
): Promise<Result<TraceSummary>> {
  const answer = await get(SAMPLE);
  if (!answer.ok) return answer;
  if (!answer.value.ok)
    return err(problem('network-failed', `${SAMPLE}: status ${answer.value.status}.`));
  const name = SAMPLE.slice(SAMPLE.lastIndexOf('/') + 1);
  const file = await answer.value.blob();
  const outcome = await traces.importFile('sample', file, name, SAMPLE, () => undefined);
  if (outcome.kind === 'refused') return err(outcome.problem);
  const trace = outcome.traces[0];
  if (trace === undefined) return err(problem('not-a-trace', SAMPLE));
  const run = await traces.attribute(
    'sample verdicts',
    { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold', traces: [trace.key] },
    () => undefined,
  );
  if (!run.ok) return run;
  await showFirstCase(traces, editor, trace);
  return ok(trace);
}

async function showFirstCase(
  traces: TraceService,
  editor: NotebookEditor,
  trace: TraceSummary,
): Promise<void> {
  const page = await traces.cases({
    outcomes: ['failed'],
    traces: [trace.key],
    sort: undefined,
    offset: 0,
    limit: 1,
  });
  const row = page.rows[0];
  const cell = editor.cells.find((other) => other.kind === 'case');
  if (row === undefined || cell?.kind !== 'case' || cell.shown !== undefined) return;
  editor.do({
    kind: 'set',
    cell: { ...cell, shown: { trace: row.traceKey, query: row.queryId } },
  });
}

const getFromSite = (address: string): Promise<Result<Response>> =>
  request(address, { allowedOrigins: [], timeoutMs: TIMEOUT });
