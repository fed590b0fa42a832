import type { Seeded } from '../support/seeded';

/** Bytes that mean something in JSON, so that an insertion often changes the structure. */
const TELLING = Buffer.from('{}[]",:\\0-.eEntf\u0000\u001f\u00ff', 'latin1');
const LONGEST = 20;

/** Changes one to three places: flips, inserts, deletes, duplicates, or cuts the rest off. */
export function byteMutant(text: Uint8Array, random: Seeded): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(text);
  const changes = 1 + Math.floor(random.below(3));
  for (let i = 0; i < changes && bytes.length > 0; i++) bytes = changed(bytes, random);
  return bytes;
}

function changed(bytes: Uint8Array<ArrayBuffer>, random: Seeded): Uint8Array<ArrayBuffer> {
  const at = Math.floor(random.below(bytes.length));
  const length = Math.min(1 + Math.floor(random.below(LONGEST)), bytes.length - at);
  const before = bytes.subarray(0, at);
  const part = bytes.subarray(at, at + length);
  const after = bytes.subarray(at + length);
  switch (Math.floor(random.below(9))) {
    case 0:
    case 1:
      return joined(
        before,
        part.map((byte) => byte ^ (1 << random.below(8))),
        after,
      );
    case 2:
    case 3:
      return joined(
        before,
        Uint8Array.from(part, () => random.below(256)),
        part,
        after,
      );
    case 4: {
      const telling = Uint8Array.of(TELLING[Math.floor(random.below(TELLING.length))] ?? 0);
      return joined(before, telling, part, after);
    }
    case 5:
    case 6:
      return joined(before, after);
    case 7:
      return joined(before, part, part, after);
    default:
      return bytes.slice(0, at);
  }
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));
