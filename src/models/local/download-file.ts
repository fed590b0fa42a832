import { request } from '../../base/network';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { FileShelf, ShelfWriter } from './file-shelf';
import type { LoadOptions } from './local-engine';

/** Longest wait for the head of an answer, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Downloads a file onto the shelf, from where an earlier download stopped. What arrived stays when it
 * is stopped or breaks off.
 * @param name under which the file is kept; its length in all is kept beside it
 */
export async function downloadFile(
  url: string,
  name: string,
  shelf: FileShelf,
  options: LoadOptions,
): Promise<Result<void>> {
  const { signal, report, allowedOrigins } = options;
  const have = (await shelf.size(name)) ?? 0;
  const answer = await request(url, {
    allowedOrigins,
    timeoutMs: PATIENCE_MS,
    signal,
    followAllowed: true,
    ...(have > 0 ? { headers: { Range: `bytes=${have}-` } } : {}),
  });
  if (!answer.ok) return signal.aborted ? err(STOPPED) : answer;
  const response = answer.value;
  const { origin } = new URL(url);
  // Everything is here already.
  if (response.status === 416) return ok(undefined);
  if (!response.ok)
    return err(problem('model-file-missing', `${origin}: status ${response.status}.`));
  if (/\bhtml\b/.test(response.headers.get('content-type') ?? ''))
    return err(problem('model-file-missing', `${origin} answered with a web page.`));
  const from = response.status === 206 ? have : 0;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? from + length : undefined;
  let writer: ShelfWriter;
  try {
    writer = await shelf.append(name, from);
  } catch (error) {
    return err(problem('storage-failed', error instanceof Error ? error.message : String(error)));
  }
  let bytes = from;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const step = await reader?.read();
      if (!step || step.done) break;
      writer.write(step.value);
      bytes += step.value.length;
      report({ stage: 'downloading', bytes, total });
    }
  } catch (error) {
    if (signal.aborted) return err(STOPPED);
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      return err(problem('storage-full', `After ${bytes} bytes of the model.`));
    return err(problem('model-download-cut', `${origin}: after ${bytes} bytes.`));
  } finally {
    writer.close();
  }
  if (total !== undefined && bytes < total)
    return err(problem('model-download-cut', `${origin}: ${bytes} of ${total} bytes.`));
  return ok(undefined);
}

const STOPPED = problem('cancelled', 'Loading the model was stopped.');
