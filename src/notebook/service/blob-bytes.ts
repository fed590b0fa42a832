import { MemoryBytes, type TraceBytes } from '../../trace/bytes';
import { WindowedBytes, WindowPool } from '../../trace/windowed-bytes';

/**
 * Gives synchronous access to the bytes of a trace that lies in a Blob.
 * @param once the bytes are gone through once and then let go: little of them is held meanwhile
 */
export type OpenBytes = (blob: Blob, once?: boolean) => Promise<TraceBytes>;

/** Up to this size a trace is held in memory whole; windows cost a synchronous read each. */
const MOST_IN_MEMORY = 16 << 20;

/**
 * Windows of 1 MiB held for all open traces. Attribution goes through the bytes of a whole trace
 * several times, and each window that is read again costs milliseconds: a trace of 100 MB fits.
 */
const openWindows = new WindowPool(128);

/** Reads the whole Blob into memory: for Node, which has no synchronous way. */
export const bytesInMemory: OpenBytes = async (blob) =>
  new MemoryBytes(new Uint8Array(await blob.arrayBuffer()));

// Known to workers only, and therefore missing from the types of the page.
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Reads small traces into memory and looks at large ones through windows. For workers. */
export const bytesInWorker: OpenBytes = (blob, once = false) => {
  if (blob.size <= MOST_IN_MEMORY) return bytesInMemory(blob);
  const reader = new FileReaderSync();
  return Promise.resolve(
    new WindowedBytes(
      blob.size,
      (start, end) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(start, end))),
      once ? new WindowPool() : openWindows,
      once ? undefined : async () => new Uint8Array(await blob.arrayBuffer()),
    ),
  );
};
