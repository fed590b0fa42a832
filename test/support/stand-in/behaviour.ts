/** A tool call that the stand-in makes. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: string;
}

/** What the stand-in does with one request. */
export type Behaviour =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly calls?: readonly ScriptedCall[];
      /** Characters a piece, and milliseconds between pieces. */
      readonly piece?: number;
      readonly everyMs?: number;
      readonly cached?: number;
    }
  /** Sends a part of the text, then tears the connection or ends the stream politely. */
  | { readonly kind: 'cut'; readonly text: string; readonly how: 'torn' | 'ended' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly body?: string;
    }
  | { readonly kind: 'html'; readonly status?: number }
  /** JSON where a stream was asked for, and none that a model would send. */
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'no-cors' }
  | { readonly kind: 'silent' };

export const answer = (text: string): Behaviour => ({ kind: 'answer', text });

/** The text in pieces of so many characters. */
export function piecesOf(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}
