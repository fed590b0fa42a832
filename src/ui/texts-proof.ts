import { count } from './base/format';

/** What the page says about proofs by replay. */
export const PROOF = {
  run: 'Prove it',
  again: 'Prove it again',
  about:
    'Replays the memory system with this operation corrected, and as recorded, without asking a model.',
  title: 'Proof by replay',
  progress: 'Proof by replay',
  starting: 'Reading the trace …',
  running: (replay: number, done: number, total: number) =>
    `Replay ${count(replay)}, step ${count(done)} of ${count(total)}`,
  stopped: 'Stopped; nothing was kept.',
  needsVerdict: 'There is no verdict to prove yet.',
  outcome: {
    proved: 'Proved by replay',
    refuted: 'Refuted',
    undecided: 'Undecided',
  },
  mark: { proved: 'proved', refuted: 'refuted', undecided: 'undecided' },
  decisive: 'Lost at',
  steps: 'Steps of the proof',
  part: {
    input: 'What went in',
    output: 'What came out',
    earlier: 'Before it',
    corrected: 'Corrected',
    'as-recorded': 'As recorded',
  },
  speaksFor: 'speaks for the verdict',
  speaksAgainst: 'speaks against it',
} as const;
