import { plural } from './texts';

/** What the inspector says about copying, folding and recorded cost. */
export const INSPECTOR = {
  copyId: 'Copy id',
  copyValue: 'Copy value',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text instead.',
  nested: 'Nested',
  nestedHint: 'values written inside of texts are opened too',
  rawKey: 'r shows the raw form and back',
  cost: 'Recorded cost',
  folded: {
    base64: (n: number) => `${plural(n, 'character')} of encoded bytes: show`,
    long: (n: number) => `${plural(n, 'more character')} of this line: show`,
  },
} as const;
