import { count } from './base/format';

/** Words about the files and traces of a notebook. */
export const TEXTS_FILES = {
  tolerated: (n: number): string =>
    `${count(n)} odd ${n === 1 ? 'place' : 'places'} in its JSON, read all the same`,
  first: 'First at',
  left: (seconds: number): string =>
    seconds < 1
      ? 'nearly done'
      : seconds < 90
        ? `${count(Math.ceil(seconds))} s left`
        : `${count(Math.ceil(seconds / 60))} min left`,
} as const;
