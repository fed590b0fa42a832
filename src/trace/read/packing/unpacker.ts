/** How a packed file ended. */
export type UnpackEnd =
  | { readonly kind: 'whole' }
  /** Bytes that do not belong to the packed data follow it; at least so many. */
  | { readonly kind: 'trailing'; readonly bytes: number }
  | { readonly kind: 'damaged' | 'too-large'; readonly reason: string };

/** Turns the bytes of a file, pushed in pieces, into text. */
export interface Unpacker {
  /** Takes a piece; false when no more is wanted. */
  push(piece: Uint8Array): boolean;
  /** Says how the file ended, after the last piece. */
  finish(): UnpackEnd;
}

/** Takes text, UTF-8, in order. */
export type TakeText = (bytes: Uint8Array) => void;

/** The two parts as one piece. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** `damaged`, with the place: how much text had come out. */
export const damagedAfter = (total: number, reason: string): UnpackEnd => ({
  kind: 'damaged',
  reason: `After ${String(total)} bytes: ${reason}`,
});

export const ENDS_EARLY: UnpackEnd = {
  kind: 'damaged',
  reason: 'The compressed file ends too early',
};
