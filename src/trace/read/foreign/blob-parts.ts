/** Records gathered into Blobs, with commas between them. */
export class BlobParts {
  private readonly blobs: Blob[] = [];
  private waiting: string[] = [];
  private chars = 0;
  private any = false;

  /** UTF-16 units gathered before they become a Blob, which the browser may keep on disk. */
  private static readonly PART = 1 << 20;

  push(record: string): void {
    this.waiting.push(this.any ? `,\n${record}` : record);
    this.any = true;
    this.chars += record.length;
    if (this.chars >= BlobParts.PART) this.flush();
  }

  finish(): readonly Blob[] {
    this.flush();
    return this.blobs;
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    this.blobs.push(new Blob([this.waiting.join('')]));
    this.waiting = [];
    this.chars = 0;
  }
}
