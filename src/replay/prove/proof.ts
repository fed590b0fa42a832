// The types are those of cases, because proofs are stored and reported with verdicts.
export type { ProofPart, ReplayProof, ReplayProofStep } from '../../cases/replay-proof';
