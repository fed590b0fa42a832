import type { CaseRow } from '../../notebook/service/contract';
import { TEXTS } from '../texts';

/** How a row's verdict compares with its label: a sign and what it means; nothing without both. */
export interface Agreement {
  readonly kind: 'agrees' | 'type-only' | 'differs';
  readonly sign: string;
  readonly text: string;
}

/** Compares by equality of type and operation, as the evaluation does. */
export function agreementOf({ verdict, label }: CaseRow): Agreement | undefined {
  if (!verdict || !label) return undefined;
  if (verdict.shownType !== label.errorType)
    return { kind: 'differs', sign: '✗', text: TEXTS.failed.differs };
  return label.opId === undefined || verdict.opId === label.opId
    ? { kind: 'agrees', sign: '✓', text: TEXTS.failed.agrees }
    : { kind: 'type-only', sign: '≈', text: TEXTS.failed.typeOnly };
}
