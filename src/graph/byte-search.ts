/** Bytes to look for, with the one that is rarest in text and so skips most of it. */
export interface BytePattern {
  readonly bytes: Uint8Array;
  readonly pivot: number;
}

const encoder = new TextEncoder();

/** The pattern of a text as UTF-8. */
export function bytePattern(text: string): BytePattern {
  const bytes = encoder.encode(text);
  let pivot = 0;
  let best = -1;
  bytes.forEach((byte, i) => {
    const rarity = rarityOf(byte);
    if (rarity > best) {
      best = rarity;
      pivot = i;
    }
  });
  return { bytes, pivot };
}

// Letters of English text from the commonest on; whatever is not a small letter is rarer than these.
const COMMON = ' etaoinshrdlcumwfgypbvkjxqz';

function rarityOf(byte: number): number {
  const place = COMMON.indexOf(String.fromCharCode(byte));
  return place < 0 ? COMMON.length : place;
}

/**
 * Whether `hay` holds the pattern. `indexOf` of a single byte is native, so text is skipped at memory
 * speed without being decoded.
 */
export function includesBytes(hay: Uint8Array, { bytes, pivot }: BytePattern): boolean {
  const length = bytes.length;
  if (length === 0) return true;
  const wanted = bytes[pivot] ?? 0;
  const last = hay.length - length + pivot;
  for (let at = hay.indexOf(wanted, pivot); at >= 0 && at <= last; at = hay.indexOf(wanted, at + 1))
    if (matchesAt(hay, at - pivot, bytes)) return true;
  return false;
}

function matchesAt(hay: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (hay[start + i] !== bytes[i]) return false;
  return true;
}
