/** What JSON forbids or leaves open and reading takes all the same, and what stops it before it begins. */
export const READING_PROBLEMS = {
  'json-byte-order-mark': {
    title: 'The file begins with a byte order mark.',
    next: 'It was passed over; nothing is missing.',
  },
  'json-utf-16': {
    title: 'The file is UTF-16, not UTF-8.',
    next: 'It was converted; nothing is missing.',
  },
  'json-bare-number': {
    title: 'NaN or Infinity stands where JSON knows no number.',
    next: 'It counts as unknown.',
  },
  'json-comma': {
    title: 'A comma is missing, or there is one too many.',
    next: 'What stands around it was read.',
  },
  'json-control-character': {
    title: 'A text holds a control character that JSON wants escaped.',
    next: 'It is kept as it stands.',
  },
  'json-unknown-escape': {
    title: 'A text holds an escape that JSON does not know.',
    next: 'The character after the backslash is kept.',
  },
  'json-lone-surrogate': {
    title: 'A text holds half of a surrogate pair.',
    next: 'It is shown as \ufffd; the bytes of the file are kept.',
  },
  'json-not-utf-8': {
    title: 'A text holds bytes that are not UTF-8.',
    next: 'They are shown as \ufffd; the bytes of the file are kept.',
  },
  'json-repeated-key': {
    title: 'An object has the same key twice.',
    next: 'The last one counts, and lists under one key are joined.',
  },
  'json-number-range': {
    title: 'A number is larger or finer than numbers are kept.',
    next: 'It is rounded where it is shown; the bytes of the file are kept.',
  },
} as const;
