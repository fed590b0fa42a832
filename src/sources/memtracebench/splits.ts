/** The four splits, in the order of the paper's tables; a split is a folder. */
export const SPLITS = ['rag', 'mem0', 'evermemos', 'long_context'] as const;
export type Split = (typeof SPLITS)[number];

/** The split whose folder a path goes through, the innermost one, or `undefined`. */
export function splitOfPath(path: string): Split | undefined {
  const folders = path.split('/').slice(0, -1).reverse();
  const found = folders.find((folder) => SPLITS.some((split) => split === folder));
  return SPLITS.find((split) => split === found);
}
