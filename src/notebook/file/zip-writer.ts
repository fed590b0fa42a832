import { Zip, ZipDeflate } from 'fflate';
import { chunksOf, blobSource } from '../../trace/read/source';

/** Bytes packed at a time: small enough to stop soon, large enough for speed. */
const CHUNK = 1 << 20;
/** Packed bytes held in memory before the browser may move them to disk. */
const HELD = 8 << 20;

/** Writes a zip into a Blob, one file after the other, without holding a whole file in memory. */
export class ZipWriter {
  private readonly parts: Blob[] = [];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  private failure: Error | undefined;
  private readonly zip = new Zip((error, chunk) => {
    if (error) this.failure = error;
    else this.take(new Uint8Array(chunk));
  });

  /** @param signal stops between two chunks: rejects with AbortError */
  async add(name: string, content: Blob, signal: AbortSignal): Promise<void> {
    const file = new ZipDeflate(name, { level: 6 });
    this.zip.add(file);
    for await (const chunk of chunksOf(blobSource(content), CHUNK, signal)) file.push(chunk);
    file.push(new Uint8Array(0), true);
    if (this.failure) throw this.failure;
  }

  /** The whole archive. */
  finish(): Blob {
    this.zip.end();
    if (this.failure) throw this.failure;
    this.flush();
    return new Blob(this.parts, { type: 'application/zip' });
  }

  private take(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunks.push(chunk);
    this.held += chunk.length;
    if (this.held >= HELD) this.flush();
  }

  private flush(): void {
    this.parts.push(new Blob(this.chunks));
    this.chunks = [];
    this.held = 0;
  }
}
