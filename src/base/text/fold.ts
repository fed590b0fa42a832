const MARKS = /\p{M}+/gu;
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Folds what must not matter when words are compared: case, accents, width and typographic
 * apostrophes. The result may differ in length; offsets always refer to the unfolded text.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'");
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[’‘ʼ`]/g, "'")
    .normalize('NFC');
}
