import type { Core, ElementDefinition } from 'cytoscape';

/** Milliseconds of work between two frames: the rest of a frame belongs to painting. */
const SLICE = 6;
/** Elements that are added at once: a fraction of a millisecond each. */
const CHUNK = 6;

/** An element of a drawing; two of equal signature look and lie the same. */
export interface Piece {
  readonly id: string;
  readonly kind: 'node' | 'edge';
  readonly signature: string;
  readonly definition: ElementDefinition;
}

/**
 * Turns what a drawing holds into other pieces, a slice of time in each frame, so that the largest
 * picture never holds the page up. What both pictures have in common stays where it is.
 */
export class Filling {
  private readonly held = new Map<string, Piece>();
  private turn = 0;

  constructor(private readonly core: Core) {}

  /** @returns whether all is there; false when another picture was asked for meanwhile */
  async show(pieces: readonly Piece[]): Promise<boolean> {
    const turn = ++this.turn;
    let start = performance.now();
    for (const work of this.steps(pieces)) {
      work();
      if (performance.now() - start < SLICE) continue;
      await frame();
      if (turn !== this.turn || this.core.destroyed()) return false;
      start = performance.now();
    }
    return true;
  }

  stop(): void {
    this.turn++;
  }

  private *steps(pieces: readonly Piece[]): Generator<() => void> {
    const wanted = new Map(pieces.map((piece) => [piece.id, piece]));
    const isKept = (piece: Piece): boolean => wanted.get(piece.id)?.signature === piece.signature;
    const gone = [...this.held.values()].filter((piece) => !isKept(piece));
    for (const part of chunks(gone)) yield () => this.remove(part);
    // Edges last: both of their ends must be there.
    for (const kind of ['node', 'edge'] as const)
      for (const part of chunks(pieces.filter((piece) => piece.kind === kind)))
        yield () => this.add(part.filter(({ id }) => !this.held.has(id)));
  }

  private remove(pieces: readonly Piece[]): void {
    let leaving = this.core.collection();
    for (const { id } of pieces) leaving = leaving.union(this.core.getElementById(id));
    // A node takes its edges along.
    leaving.union(leaving.connectedEdges()).forEach((element) => {
      this.held.delete(element.id());
    });
    leaving.remove();
  }

  private add(pieces: readonly Piece[]): void {
    if (pieces.length === 0) return;
    const added = this.core.add(pieces.map(({ definition }) => definition));
    // Works out now what the frame that paints them would otherwise work out for all of them at once.
    added.boundingBox();
    for (const piece of pieces) this.held.set(piece.id, piece);
  }
}

function* chunks(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  for (let at = 0; at < pieces.length; at += CHUNK) yield pieces.slice(at, at + CHUNK);
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
