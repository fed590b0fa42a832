import { stemmer } from 'stemmer';
import { fold } from './fold';
import { termId } from './lexicon';
import { numberWord, numeral } from './number-words';
import { NEGATIONS, STOP_WORDS } from './stop-words';
import { WORD_FORMS } from './word-forms';

/** What a token comes down to when texts are compared. */
export interface Term {
  /** The normalised form; numbers start with `#`. */
  readonly term: string;
  /** The number of `term` in the lexicon: equal terms have equal numbers (see `lexicon`). */
  readonly id: number;
  /** The folded word itself, contraction and possessive removed. */
  readonly word: string;
  /** A function word: no information of its own. */
  readonly stop: boolean;
  /** The token denies something ("not", "never", "didn't"). */
  readonly negates: boolean;
}

const CONTRACTED = /'(?:s|m|d|ll|ve|re|em|all)$/;
const NOT = /n't$/;
const NOT_FORMS: ReadonlyMap<string, string> = new Map([
  ["won't", 'will'],
  ["can't", 'can'],
  ["shan't", 'shall'],
  ["ain't", 'be'],
]);
// Endings that Porter's rules leave and that only turn one part of speech into another.
const FAMILY = /(?:ful|less|ness|ment|ship|hood|ist|ism|iti|abl|ibl|ous|iv)$/;

// A pure function of the word: remembering it changes nothing but speed. Cleared when it grows past
// any natural vocabulary, so that hostile texts cannot fill the memory.
const REMEMBERED = 200_000;
const memory = new Map<string, Term>();

/** The term of one token as it stands in a text. */
export function toTerm(token: string): Term {
  const known = memory.get(token);
  if (known !== undefined) return known;
  if (memory.size >= REMEMBERED) memory.clear();
  const made = makeTerm(fold(token));
  const term = { ...made, id: termId(made.term) };
  memory.set(token, term);
  return term;
}

/** The normalised term of a word, as `toTerm` gives it. */
export const termOf = (word: string): string => toTerm(word).term;

function makeTerm(folded: string): Omit<Term, 'id'> {
  if (NOT.test(folded)) {
    const word = NOT_FORMS.get(folded) ?? folded.replace(NOT, '');
    return { term: 'not', word, stop: false, negates: true };
  }
  const word = folded.replace(CONTRACTED, '').replaceAll("'", '');
  const value = numeral(word) ?? numberWord(word);
  if (value !== undefined) return { term: `#${String(value)}`, word, stop: false, negates: false };
  if (NEGATIONS.has(word)) return { term: 'not', word, stop: false, negates: true };
  const stop = STOP_WORDS.has(word) || word === '';
  return { term: stop ? word : family(word), word, stop, negates: false };
}

/** Porter's stem of the kept form, less the endings that only change the part of speech. */
function family(word: string): string {
  const stem = stemmer(keptForm(word) ?? word);
  const bare = stem.length > 6 ? stem.replace(FAMILY, '') : stem;
  const kept = WORD_FORMS.get(bare);
  const form = kept === undefined ? bare : stemmer(kept);
  return form.length > 3 ? form.replace(/[iy]$/, '') : form.replace(/i$/, 'y');
}

const keptForm = (word: string): string | undefined =>
  WORD_FORMS.get(word) ?? (word.endsWith('s') ? WORD_FORMS.get(word.slice(0, -1)) : undefined);
