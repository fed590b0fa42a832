import type { TakeText, UnpackEnd, Unpacker } from './unpacker';

const WHOLE: UnpackEnd = { kind: 'whole' };

/** Passes UTF-8 on as it is. */
export function utf8Reader(take: TakeText): Unpacker {
  return {
    push: (piece) => {
      take(piece);
      return true;
    },
    finish: () => WHOLE,
  };
}

/** Turns UTF-16 into UTF-8. */
export function utf16Reader(encoding: 'utf-16le' | 'utf-16be', take: TakeText): Unpacker {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const pass = (text: string): void => {
    if (text !== '') take(encoder.encode(text));
  };
  return {
    push: (piece) => {
      pass(decoder.decode(piece, { stream: true }));
      return true;
    },
    finish: () => {
      pass(decoder.decode());
      return WHOLE;
    },
  };
}
