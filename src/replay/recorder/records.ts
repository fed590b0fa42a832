import type { Plain } from './plain';

export type Metadata = Readonly<Record<string, Plain>> | ReadonlyMap<string, Plain>;

/** The line of the recorded program that caused a record. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A variable to record; `value` is already encoded. */
export interface VariableParts {
  readonly name: string;
  readonly className?: string | undefined;
  readonly category?: string;
  readonly value: string;
  readonly comment?: string | null;
  readonly metadata?: Metadata;
  readonly at?: Place;
}

/** What is said about the edges of one step; the category is the operation's when none is given. */
export interface LinkParts {
  readonly category?: string;
  readonly comment?: string | null;
  readonly metadata?: Metadata;
  readonly at?: Place;
}

export interface OperationParts {
  readonly name: string | null;
  readonly category: string;
  readonly comment?: string | null;
  readonly metadata?: Metadata;
  /** Goes into every record made below the operation, beside their own metadata. */
  readonly context?: Metadata;
  readonly at?: Place;
}

export interface SessionParts {
  readonly category?: string;
  readonly comment?: string | null;
  /** One is made when absent. */
  readonly id?: string | undefined;
  readonly name?: string | null;
  readonly metadata?: Metadata;
  /** Goes into every record of the session, beside their own metadata. */
  readonly context?: Metadata;
  readonly at?: Place;
}

/** Which run is recorded: the header of the export. */
export interface Run {
  readonly userId: string | null;
  readonly projectId: string | null;
  readonly metadata: Metadata;
}

/** Where a record comes from when its maker does not say. */
export const NOWHERE: Place = { file: '<replay>', line: 0 };

export const SENTINEL: Place = { file: '<sentinel>', line: 0 };

/** `class:name`, or the name alone when there is no class. */
export const fullNameOf = (parts: {
  readonly name: string;
  readonly className?: string | undefined;
}): string => (parts.className === undefined ? parts.name : `${parts.className}:${parts.name}`);

/** The two keys that every record starts with, after its time. */
export const placeKeys = (at: Place): { filename: string; lineno: number } => ({
  filename: at.file,
  lineno: at.line,
});

/** The key that is derived from them. */
export const triggerKey = (at: Place): { trigger_point: string } => ({
  trigger_point: `${at.file}:${at.line}`,
});

/** Metadata of a record: its context's first, its own over it. */
export function mergeMetadata(...layers: readonly (Metadata | undefined)[]): Metadata {
  const present = layers.filter((layer) => layer !== undefined);
  const [only] = present;
  if (only !== undefined && present.length === 1) return only;
  return new Map(
    present.flatMap((layer) => (layer instanceof Map ? [...layer] : Object.entries(layer))),
  );
}
