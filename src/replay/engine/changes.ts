import type { Ideal } from '../ideal/ideal';

/** A value of a parameter of a memory system. */
export type ParameterValue = string | number | boolean;

/** The place of an output in the record: one operation and the variable it wrote there. */
export interface OutputPlace {
  readonly operation: number;
  readonly node: number;
}

/** What is different in a replay. Everything not named here stays as recorded. */
export interface Changes {
  /** Full name of a prompt variable → its new text. */
  readonly prompts: ReadonlyMap<string, string>;
  /** Operations of the record that read the new texts; the others keep theirs. All of them when absent. */
  readonly promptsAt?: ReadonlySet<number>;
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  /** `outputKey` of a place → what the operation is to have written there, encoded. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Full names of memory units whose deletion is not carried out. */
  readonly keptUnits: ReadonlySet<string>;
  /** Query variable → full names of memory units put at the top of what is found. */
  readonly forced: ReadonlyMap<number, readonly string[]>;
  /** Ideal behaviour from some operation on. */
  readonly ideal: Ideal | undefined;
}

export const NO_CHANGES: Changes = {
  prompts: new Map(),
  parameters: new Map(),
  outputs: new Map(),
  keptUnits: new Set(),
  forced: new Map(),
  ideal: undefined,
};

export const outputKey = ({ operation, node }: OutputPlace): string => `${operation}/${node}`;
