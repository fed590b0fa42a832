import { answerOf, ENOUGH, needed, quotable, withoutAnswer, type Lost } from './finding';
import type { Play, Script } from './counting-chat';
import {
  allPages,
  operationsIn,
  reachable,
  variablesIn,
  type SeenOperation,
  type SeenVariable,
} from './pages';
import type { Sought, Told } from './reading';
import { jsonField, readableParts } from './values';

type Steps<T> = Generator<Play, T, string>;

/** A version of a unit and whether it holds what is sought. */
interface Version {
  readonly ref: string;
  readonly op: string;
}

/**
 * Plays `graph-agent` as an ideal reader would: from the evidence through every operation to the units,
 * through their versions, to the search and the context. Knows only what the tools answered.
 */
export class GraphScript {
  private readonly values = new Map<string, string>();
  private readonly seen = new Map<string, SeenVariable>();
  private readonly order: string[] = [];
  private readonly enough: number;

  constructor(
    private readonly told: Told,
    private readonly all: readonly Sought[],
    copied: boolean,
  ) {
    this.enough = copied ? ENOUGH.copied : ENOUGH.reworded;
  }

  *play(): Script {
    const [first] = this.told.evidence;
    const held = first && {
      variable: first.ref,
      text: quotable(jsonField(first.value, 'content') ?? first.value),
    };
    const none = withoutAnswer(this.told);
    if (none !== undefined) {
      yield answerOf(none, held);
      return;
    }
    const losses: Lost[] = [];
    for (const sought of needed(this.told, this.all)) {
      const lost = yield* this.follow(sought);
      if (lost !== undefined) losses.push(lost);
    }
    const earliest = yield* this.earliest(losses);
    const answer: Lost = { type: 'ResponseError', op: this.told.answerOp, quote: undefined };
    yield { name: 'finish_graph_exploration', args: { outcome: 'All evidence was followed.' } };
    yield answerOf(earliest ?? answer, held);
  }

  /** Losses are told apart by the time of their operations, which the tools show. */
  private *earliest(losses: readonly Lost[]): Steps<Lost | undefined> {
    const [only] = losses;
    if (losses.length < 2) return only;
    const timed: { readonly lost: Lost; readonly at: string }[] = [];
    for (const lost of losses) {
      const page = yield { name: 'view_operation', args: { op_id: lost.op, limit: 600 } };
      timed.push({ lost, at: / at="([^"]*)"/.exec(page)?.[1] ?? '' });
    }
    return timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0]?.lost;
  }

  private *follow(sought: Sought): Steps<Lost | undefined> {
    const { units, lost } = yield* this.construct(sought);
    const side = yield* this.querySide(sought, units);
    if (side === 'given') return undefined;
    return units.length > 0 ? side : (lost ?? side);
  }

  // --- construction ------------------------------------------------------------------------------

  private *construct(
    sought: Sought,
  ): Steps<{ readonly units: readonly string[]; readonly lost: Lost | undefined }> {
    yield { name: 'initialize_execution_graph', args: { initial_full_node_ids: [sought.ref] } };
    const alive: string[] = [];
    const lives = new Set<string>();
    const memoryLosses: Lost[] = [];
    let dead: Lost | undefined;
    for (let step = 0; step < 40; step++) {
      const page = yield* allPages('explore_graph_trace_node', {});
      if (page.startsWith('The frontier is empty')) break;
      const focus = variablesIn(page)[0]?.ref ?? '';
      this.remember(page);
      const carried: { readonly node: SeenVariable; readonly op: string }[] = [];
      let last: Lost | undefined;
      for (const op of this.construction(page)) {
        const from = reachable(op, focus);
        if (from.size === 0) continue;
        const outputs = op.variables.filter(({ ref, role }) => from.has(ref) && role === 'output');
        const held = yield* this.holding(sought, outputs);
        for (const node of held) carried.push({ node, op: op.id });
        if (held.length === 0) last = this.lossAt('ExtractionError', op, outputs);
      }
      if (carried.length === 0) dead = last ?? dead;
      for (const { node, op } of carried) {
        if (node.category === 'memory_entry') {
          const name = nameOf(node.id);
          if (lives.has(name)) continue;
          lives.add(name);
          const life = yield* this.life(sought, node.ref, op);
          if (typeof life === 'string') alive.push(life);
          else if (life !== undefined) memoryLosses.push(life);
        } else if (node.category === 'message_buffer') {
          const until = yield* this.buffer(sought, node);
          if (until.waits) dead = until.lost;
          else if (until.ref === focus) dead = last ?? dead;
          else yield* this.add(until.ref, undefined);
        } else yield* this.add(node.ref, op);
      }
      yield { name: 'finish_node_exploration', args: { outcome: `${carried.length} carriers` } };
    }
    return { units: alive, lost: memoryLosses[0] ?? dead };
  }

  private *add(ref: string, op: string | undefined): Steps<void> {
    const args = { action: 'add', full_node_id: ref };
    yield {
      name: 'update_to_explore_nodes',
      args: op === undefined ? args : { ...args, discovered_by_op_id: op },
    };
  }

  private construction(page: string): readonly SeenOperation[] {
    return operationsIn(page).filter(
      ({ category }) => category !== 'retrieval' && category !== 'evaluation',
    );
  }

  /** Variables that hold what is sought, each alone or, if need be, together. */
  private *holding(sought: Sought, nodes: readonly SeenVariable[]): Steps<readonly SeenVariable[]> {
    const shares: { readonly node: SeenVariable; readonly share: number; readonly text: string }[] =
      [];
    for (const node of nodes) {
      if (['marker', 'prompt'].includes(node.category)) continue;
      const { share, text } = yield* this.shareIn(sought, node);
      shares.push({ node, share, text });
    }
    const alone = shares.filter(({ share }) => share >= this.enough);
    if (alone.length > 0) return alone.map(({ node }) => node);
    const parts = shares.filter(({ share }) => share > 0);
    const together = sought.share(parts.map(({ text }) => text).join('\n'));
    return parts.length > 1 && together >= this.enough ? parts.map(({ node }) => node) : [];
  }

  private *shareIn(
    sought: Sought,
    node: SeenVariable,
  ): Steps<{ readonly share: number; readonly text: string }> {
    const value = yield* this.value(node.ref, sought);
    const { text, at } = readableParts(value);
    return { share: sought.share(text, at), text };
  }

  /** The value of a variable; of a long one only the places around the phrase sought. */
  private *value(ref: string, sought: Sought): Steps<string> {
    const known = this.values.get(ref);
    if (known !== undefined) return known;
    const first = yield { name: 'view_node_value', args: { full_node_id: ref, limit: 12_000 } };
    const plain = unescapeText(first);
    if (!/\[characters 1 to \d+ of \d+, go on/.test(first)) {
      this.values.set(ref, plain);
      return plain;
    }
    const places = yield {
      name: 'view_node_value',
      args: {
        full_node_id: ref,
        pattern: escapePattern(sought.phrase),
        max_surrounding_chars: 600,
      },
    };
    return places === 'No place matches.' ? '' : unescapeText(places);
  }

  /** Where a unit ends: the version alive at the end, or how it was lost. */
  private *life(sought: Sought, ref: string, writtenBy: string): Steps<Lost | string | undefined> {
    const list = yield { name: 'list_versions', args: { variable: ref } };
    const versions: Version[] = [...list.matchAll(/^(#\d+) v\d+ by (\S+) \(/gm)].map(
      ([, version = '', op = '']) => ({ ref: version, op }),
    );
    const deleted = /^deleted by (\S+)/m.exec(list)?.[1];
    const left = /earlier versions left out/.test(list) || versions.length > 10;
    let holding: Version | undefined;
    let after: Version | undefined;
    if (left) ({ holding, after } = yield* this.longLife(sought, ref));
    else
      for (const version of versions) {
        const { share } = yield* this.shareIn(sought, seenAs(version.ref));
        if (share >= this.enough) {
          holding = version;
          after = undefined;
        } else if (holding !== undefined) after ??= version;
      }
    if (holding === undefined) return undefined;
    if (after === undefined)
      return deleted === undefined
        ? holding.ref
        : { type: 'DeletionError', op: deleted, quote: undefined };
    // What one operation makes of its own unit is how the unit came about, not a later change.
    const type = after.op === writtenBy || /extract/.test(yield* this.nameOf(after.op));
    return {
      type: type ? 'ExtractionError' : 'UpdateError',
      op: after.op,
      quote: this.quoteOf(after.ref),
    };
  }

  private *nameOf(op: string): Steps<string> {
    const page = yield { name: 'view_operation', args: { op_id: op, limit: 400 } };
    return / name="([^"]*)"/.exec(page)?.[1] ?? '';
  }

  /** The same for a unit of many versions, by searching them. */
  private *longLife(
    sought: Sought,
    ref: string,
  ): Steps<{ readonly holding: Version | undefined; readonly after: Version | undefined }> {
    const page = yield {
      name: 'search_values',
      args: { words: `"${sought.phrase}"`, category: 'memory_entry' },
    };
    const name = nameOf(this.seen.get(ref)?.id ?? '');
    const group = groupOf(page, name);
    return {
      holding: versionIn(group, 'last') ?? versionIn(group, 'first'),
      after: versionIn(group, 'then without it'),
    };
  }

  /** The version of a buffer that is the last to hold it, and whether it stayed there. */
  private *buffer(
    sought: Sought,
    node: SeenVariable,
  ): Steps<{ readonly ref: string; readonly waits: boolean; readonly lost: Lost | undefined }> {
    const page = yield {
      name: 'search_values',
      args: { words: `"${sought.phrase}"`, category: node.category },
    };
    const group = groupOf(page, nameOf(node.id));
    const last = versionIn(group, 'last') ?? versionIn(group, 'first');
    const next = versionIn(group, 'then without it');
    const waits = next === undefined && last !== undefined;
    const lost: Lost | undefined = waits
      ? { type: 'ExtractionError', op: last.op, quote: undefined }
      : undefined;
    return { ref: last?.ref ?? node.ref, waits, lost };
  }

  // --- the question ------------------------------------------------------------------------------

  private *querySide(sought: Sought, units: readonly string[]): Steps<Lost | 'given'> {
    const { searches, answerOp } = this.told;
    const pages: SeenOperation[] = [];
    for (const id of [...searches, answerOp]) {
      const page = yield* allPages('view_operation', { op_id: id });
      this.remember(page);
      pages.push(...operationsIn(page).slice(0, 1));
    }
    const answer = pages.find(({ id }) => id === answerOp);
    const found = pages.filter(({ id }) => id !== answerOp);
    const entries = (op: SeenOperation | undefined): readonly SeenVariable[] =>
      op?.variables.filter(({ category }) => category === 'memory_entry') ?? [];
    const retrieved = [...found.flatMap(entries), ...entries(answer)];
    const names = new Set(units.map((ref) => nameOf(this.seen.get(ref)?.id ?? '')));
    const own = retrieved.filter((node) => units.includes(node.ref) || names.has(nameOf(node.id)));
    const others: SeenVariable[] = [];
    for (const node of retrieved) {
      const { share } = yield* this.shareIn(sought, node);
      if (share >= 0.95) others.push(node);
    }
    if (own.length > 0 || others.length > 0) {
      const context = answer?.variables.find(({ category }) => category === 'memory_context');
      if (context === undefined) return 'given';
      const value = yield* this.value(context.ref, sought);
      if (sought.share(value) >= this.enough || sought.share(value) >= 0.5) return 'given';
      return { type: 'RetrievalError', op: answerOp, quote: undefined };
    }
    return { type: 'RetrievalError', op: yield* this.faultySearch(found, units), quote: undefined };
  }

  /** The last rerank when it had the unit in its pool, else the first search. */
  private *faultySearch(
    searches: readonly SeenOperation[],
    units: readonly string[],
  ): Steps<string> {
    const first = searches[0];
    const last = searches.at(-1);
    if (first === undefined || last === undefined) return this.told.answerOp;
    if (first === last) return first.id;
    for (const unit of units) {
      const id = nameOf(this.seen.get(unit)?.id ?? '').replace(/^memory-unit-/, '');
      for (const node of last.variables) {
        if (node.category === 'memory_entry' || node.category === 'prompt' || id === '') continue;
        const places = yield {
          name: 'view_node_value',
          args: { full_node_id: node.ref, pattern: escapePattern(id), max_surrounding_chars: 1 },
        };
        if (places !== 'No place matches.') return last.id;
      }
    }
    return first.id;
  }

  // --- what was read -----------------------------------------------------------------------------

  private remember(page: string): void {
    for (const variable of variablesIn(page)) {
      this.seen.set(variable.ref, variable);
      this.order.push(variable.ref);
      if (variable.value !== undefined) this.values.set(variable.ref, variable.value);
    }
  }

  private lossAt(type: Lost['type'], op: SeenOperation, outputs: readonly SeenVariable[]): Lost {
    const [first] = outputs;
    return { type, op: op.id, quote: first === undefined ? undefined : this.quoteOf(first.ref) };
  }

  private quoteOf(ref: string): Lost['quote'] {
    const text = quotable(this.values.get(ref) ?? '');
    return text === '' ? undefined : { variable: ref, text };
  }
}

const seenAs = (ref: string): SeenVariable => ({
  ref,
  id: '',
  role: '',
  className: '',
  category: '',
  value: undefined,
});

const nameOf = (id: string): string => id.replace(/@\d+$/, '');

/** The part of a search result that is about one variable. */
const groupOf = (page: string, name: string): string =>
  page.split(/\n(?=\S)/).find((group) => group.startsWith(`${name} [`)) ?? '';

function versionIn(group: string, word: string): Version | undefined {
  const found = new RegExp(`^  ${word} (#\\d+) v\\d+ written by (\\S+) \\(`, 'm').exec(group);
  return found?.[1] === undefined || found[2] === undefined
    ? undefined
    : { ref: found[1], op: found[2] };
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
