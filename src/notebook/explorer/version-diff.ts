import type { NodeId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { diffWords, type DiffRun } from '../../base/text/word-diff';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { DiffPiece, VersionDiff } from './lifeline-contract';
import { readableValue, type ReadableValue } from './readable-value';

/** Unchanged text kept on each side of a change, in UTF-16 units; between them it is left out. */
const AROUND = 400;

/** Compares any two variables word by word. */
export function versionDiff(
  graph: EvolutionGraph,
  before: NodeId,
  after: NodeId,
): Result<VersionDiff> {
  const [a, b] = [graph.findNode(before), graph.findNode(after)];
  if (a === undefined || b === undefined)
    return err(problem('not-in-trace', `No variable ${a === undefined ? before : after}.`));
  const [left, right] = [readableValue(graph.rawValue(a)), readableValue(graph.rawValue(b))];
  const { removed, added } = diffWords(left.text, right.text);
  return ok({
    before,
    after,
    beforePieces: pieces(left, removed, 'removed'),
    afterPieces: pieces(right, added, 'added'),
  });
}

function pieces(
  value: ReadableValue,
  runs: readonly DiffRun[],
  kind: 'removed' | 'added',
): DiffPiece[] {
  const found: DiffPiece[] = [];
  const same = (from: number, to: number, isLast: boolean): void => {
    const text = value.text.slice(from, to);
    if (text === '') return;
    found.push({ kind: 'same', text: fold(text, found.length === 0, isLast), quote: undefined });
  };
  let at = 0;
  for (const { start, end, text } of runs) {
    same(at, start, false);
    found.push({ kind, text, quote: value.rawRange(start, end) });
    at = end;
  }
  same(at, value.text.length, true);
  return found;
}

/** Leaves out the middle of a long unchanged stretch, and says how much that was. */
function fold(text: string, isFirst: boolean, isLast: boolean): string {
  const keepHead = isFirst ? 0 : AROUND;
  const keepTail = isLast ? 0 : AROUND;
  // A value without any change is shown from its beginning.
  const [head, tail] = isFirst && isLast ? [4 * AROUND, 0] : [keepHead, keepTail];
  const left = text.length - head - tail;
  if (left < AROUND) return text;
  return `${text.slice(0, head)} [… ${left} characters …] ${text.slice(text.length - tail)}`;
}
