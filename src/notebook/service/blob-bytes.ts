import { MemoryBytes, type TraceBytes } from '../../trace/bytes';
import { WindowedBytes } from '../../trace/windowed-bytes';

/** Gives synchronous access to the bytes of a trace that lies in a Blob. */
export type OpenBytes = (blob: Blob) => Promise<TraceBytes>;

/** Up to this size a trace is held in memory whole; windows cost a synchronous read each. */
const MOST_IN_MEMORY = 16 << 20;

/** Reads the whole Blob into memory: for Node, which has no synchronous way. */
export const bytesInMemory: OpenBytes = async (blob) =>
  new MemoryBytes(new Uint8Array(await blob.arrayBuffer()));

// Known to workers only, and therefore missing from the types of the page.
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Reads small traces into memory and looks at large ones through windows. For workers. */
export const bytesInWorker: OpenBytes = (blob) => {
  if (blob.size <= MOST_IN_MEMORY) return bytesInMemory(blob);
  const reader = new FileReaderSync();
  return Promise.resolve(
    new WindowedBytes(
      blob.size,
      (start, end) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(start, end))),
    ),
  );
};
