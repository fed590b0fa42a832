/** Characters that change how others look, or look like nothing, joiners of emoji and scripts apart. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;

/** U+2400 is the picture of NUL, the others follow; this one is of DEL. */
const PICTURES = 0x2400;
const DELETE = '\u2421';
/** Stands for a change of direction. */
const TURN = '\u21c4';
/** Stands for what has no width. */
const NOTHING = '\u2422';

/**
 * A recorded text with signs in place of control characters, changes of writing direction and
 * characters without width, so that nobody is misled by what cannot be seen. One sign for each
 * character: places in the text stay the same.
 */
export const visible = (text: string): string => text.replace(HIDDEN, signOf);

function signOf(hidden: string): string {
  const code = hidden.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  if (code < 0xa0) return DELETE;
  const turns = code === 0x61c || (code >= 0x200e && code <= 0x202e) || isIsolate(code);
  return turns ? TURN : NOTHING;
}

const isIsolate = (code: number): boolean => code >= 0x2066 && code <= 0x206f;
