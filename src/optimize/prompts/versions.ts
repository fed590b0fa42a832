/** Where a version of a prompt came from. */
export type VersionOrigin = 'recorded' | 'hand' | 'suggested' | 'imported';

/** One version of a prompt variable; versions form a tree. Plain data. */
export interface PromptVersion {
  readonly id: string;
  /** Full name of the prompt variable. */
  readonly target: string;
  /** The version it was made from; `undefined` for the recorded text. */
  readonly parent: string | undefined;
  readonly text: string;
  readonly note: string;
  readonly origin: VersionOrigin;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The suggestion it came from. */
  readonly suggestion?: string;
}

/** A version with its depth in the tree, for drawing it as an indented list. */
export interface TreeLine {
  readonly version: PromptVersion;
  readonly depth: number;
}

/** The versions of a target as a tree, read from the top: each version is followed by those made from it. */
export function treeOf(versions: readonly PromptVersion[], target: string): readonly TreeLine[] {
  const own = versions.filter((version) => version.target === target);
  const ids = new Set(own.map(({ id }) => id));
  const children = new Map<string | undefined, PromptVersion[]>();
  for (const version of own) {
    const parent =
      version.parent !== undefined && ids.has(version.parent) ? version.parent : undefined;
    children.set(parent, [...(children.get(parent) ?? []), version]);
  }
  const lines: TreeLine[] = [];
  const waiting = (children.get(undefined) ?? []).map((version) => ({ version, depth: 0 }));
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    lines.push(line);
    const { version, depth } = line;
    waiting.unshift(
      ...(children.get(version.id) ?? []).map((child) => ({ version: child, depth: depth + 1 })),
    );
  }
  return lines;
}

/** An id that no version has: a number that only grows. */
export function freeVersionId(versions: readonly PromptVersion[]): string {
  const highest = versions.reduce(
    (top, { id }) => Math.max(top, Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0)),
    0,
  );
  return `v${highest + 1}`;
}

/** Whether two texts differ in nothing but white space. */
export const onlySpaceDiffers = (a: string, b: string): boolean =>
  a !== b && a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();
