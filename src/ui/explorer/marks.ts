import type { LifelineEvent } from '../../notebook/explorer/lifeline-contract';

/** The shape and colour of each event, in a box of 12 × 12. */
export const MARK_LOOK: Readonly<
  Record<LifelineEvent['kind'], { readonly path: string; readonly colour: string }>
> = {
  created: { path: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1z', colour: 'var(--held)' },
  updated: { path: 'M6 0l6 6-6 6-6-6z', colour: 'var(--update)' },
  deleted: { path: 'M2 0l4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z', colour: 'var(--lost)' },
  retrieved: { path: 'M5 0h2v12H5z', colour: 'var(--retrieval)' },
};

export const MARK_KINDS = ['created', 'updated', 'deleted', 'retrieved'] as const;
