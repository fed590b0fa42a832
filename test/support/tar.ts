/** Reads the plain files of a tar archive (ustar), by name. */
export function untar(archive: Uint8Array): Map<string, Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const text = (start: number, length: number): string =>
    new TextDecoder().decode(archive.subarray(start, start + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const name = text(at, 100);
    const size = Number.parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    if (type === '0' || type === '') files.set(name, archive.slice(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
