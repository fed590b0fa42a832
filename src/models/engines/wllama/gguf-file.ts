/** The first bytes of every GGUF file. */
const MAGIC = 'GGUF';

/** Whether a file begins as GGUF files do. */
export async function isGguf(file: Blob): Promise<boolean> {
  return (await file.slice(0, MAGIC.length).text()) === MAGIC;
}
