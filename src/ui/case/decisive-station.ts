import type { ProofStage, Verdict } from '../../cases/verdict';

/** The station at which the decisive operation lost the information, or the last one it touched. */
export function decisiveStation({ stages, opId }: Verdict): ProofStage | undefined {
  const touched = stages.filter((stage) => stage.opId === opId);
  return (
    touched.find(({ status }) => status === 'lost') ??
    touched.find(({ status }) => status === 'partly') ??
    touched.at(-1)
  );
}
