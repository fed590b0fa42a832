import type { LinkParts } from './records';

/** An open operation of a recorder: recording into it again is smartcomment's re-entry. */
export class Operation {
  constructor(
    readonly id: string,
    /**
     * Records that inputs were read to write outputs; no inputs or no outputs is recorded as such. An
     * output that is also an input becomes a new version.
     * @returns the ids of the outputs
     */
    readonly link: (
      inputs: readonly string[],
      outputs: readonly string[],
      parts: LinkParts,
    ) => readonly string[],
  ) {}
}
