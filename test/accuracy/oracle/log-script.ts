import type { Play, Script } from './counting-chat';
import { answerOf, ENOUGH, needed, quotable, withoutAnswer, type Lost } from './finding';
import { allPages } from './pages';
import type { Sought, Told } from './reading';
import { jsonField, readableParts } from './values';
import { unescaped } from '../../../src/attribution/agent/show';

type Steps<T> = Generator<Play, T, string>;

interface Entry {
  readonly role: 'Input' | 'Intermediate' | 'Output';
  readonly className: string;
  readonly category: string;
  readonly value: string;
}

interface Block {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly entries: readonly Entry[];
}

/** Plays `log-agent`: finds the words of the evidence in the log and reads the operations that have them. */
export class LogScript {
  private readonly blocks = new Map<string, Block>();
  private readonly enough: number;

  constructor(
    private readonly told: Told,
    private readonly all: readonly Sought[],
    copied: boolean,
  ) {
    this.enough = copied ? ENOUGH.copied : ENOUGH.reworded;
  }

  *play(): Script {
    yield { name: 'inspect_trace', args: {} };
    const [first] = this.told.evidence;
    const none = withoutAnswer(this.told);
    const losses: { readonly lost: Lost; readonly at: number }[] = [];
    const wanted = none === undefined ? needed(this.told, this.all) : [];
    for (const sought of wanted) {
      const lost = yield* this.follow(sought);
      if (lost !== undefined) losses.push(lost);
    }
    const earliest = losses.sort((a, b) => a.at - b.at)[0]?.lost;
    const answer: Lost = { type: 'ResponseError', op: this.told.answerOp, quote: undefined };
    const held = first && {
      variable: first.ref,
      text: quotable(jsonField(first.value, 'content') ?? first.value),
    };
    yield answerOf(none ?? earliest ?? answer, held);
  }

  /** What became of one thing sought, and when. */
  private *follow(sought: Sought): Steps<{ readonly lost: Lost; readonly at: number } | undefined> {
    const ops = yield* this.mentions(sought);
    const built = ops.filter(({ category }) => !['retrieval', 'evaluation'].includes(category));
    const far = built.length > 60;
    const read: Block[] = [];
    for (const { id } of far ? [...built.slice(0, 4), ...built.slice(-8)] : built)
      read.push(yield* this.block(id));
    const state = this.construct(sought, read);
    const side = yield* this.querySide(sought);
    if (side === 'given') return undefined;
    const lost =
      state.alive > 0
        ? { type: 'RetrievalError' as const, op: side, quote: undefined }
        : (state.memory ?? state.dead);
    const found = lost ?? { type: 'RetrievalError' as const, op: side, quote: undefined };
    const at = built.findIndex(({ id }) => id === found.op);
    return { lost: found, at: at < 0 ? Number.MAX_SAFE_INTEGER : (built[at]?.time ?? 0) };
  }

  private *mentions(
    sought: Sought,
  ): Steps<readonly { readonly id: string; readonly category: string; readonly time: number }[]> {
    const found = new Map<
      string,
      { readonly id: string; readonly category: string; readonly time: number }
    >();
    for (const pattern of sought.clues)
      for (const from_end of [false, true]) {
        const page = yield {
          name: 'grep_log',
          args: { pattern, regex: true, max_matches: 200, surrounding: 0, from_end },
        };
        for (const [, id = '', time = '', category = ''] of page.matchAll(
          /^(op-\S+) (\S+ \S+) .*\((\w+)\)$/gm,
        ))
          found.set(id, { id, category, time: Date.parse(`${time.replace(' ', 'T')}Z`) });
      }
    return [...found.values()].sort((a, b) => a.time - b.time);
  }

  private *block(id: string): Steps<Block> {
    const known = this.blocks.get(id);
    if (known !== undefined) return known;
    const page = yield* allPages('view_operation', { op_id: id });
    const block = parseBlock(id, page);
    this.blocks.set(id, block);
    return block;
  }

  private share(sought: Sought, { value }: Entry): number {
    const { text, at } = readableParts(value);
    return sought.share(text, at);
  }

  /** Construction, operation by operation, as far as the words go. */
  private construct(
    sought: Sought,
    blocks: readonly Block[],
  ): {
    readonly alive: number;
    readonly memory: Lost | undefined;
    readonly dead: Lost | undefined;
  } {
    const words = sought.clues.map((clue) => new RegExp(clue, 'iu'));
    const alive = new Set<string>();
    let memory: Lost | undefined;
    let dead: Lost | undefined;
    let carrier = false;
    for (const block of blocks) {
      const of = (role: Entry['role']) =>
        block.entries.filter((entry) => entry.role === role && entry.category !== 'prompt');
      const inputs = of('Input');
      const outputs = of('Output');
      const held = holding(sought, outputs, this.enough, (entry) => this.share(sought, entry));
      const read = inputs.filter((entry) => this.share(sought, entry) >= this.enough);
      const at = (type: Lost['type']): Lost => ({
        type,
        op: block.id,
        quote: quoteOf(outputs[0]?.value),
      });
      const units = inputs.filter(({ category }) => category === 'memory_entry');
      for (const unit of units) {
        if (this.share(sought, unit) < this.enough && !alive.has(unitId(unit))) continue;
        const next = outputs.find(
          (entry) => entry.category === 'memory_entry' && unitId(entry) === unitId(unit),
        );
        const deleted = outputs.some(({ className }) => className === 'delete_marker');
        if (next !== undefined && !held.includes(next)) {
          alive.delete(unitId(unit));
          memory ??= at(/extract/.test(block.name) ? 'ExtractionError' : 'UpdateError');
        } else if (deleted && next === undefined && this.share(sought, unit) >= this.enough) {
          alive.delete(unitId(unit));
          memory ??= at('DeletionError');
        }
      }
      for (const entry of held)
        // Another unit may say the same words of something else: this one has to word the evidence.
        if (
          entry.category === 'memory_entry' &&
          (alive.has(unitId(entry)) || words.some((word) => word.test(entry.value)))
        ) {
          alive.add(unitId(entry));
          memory = undefined;
        }
      if (held.length > 0) carrier = true;
      // What was read together and kept by nothing is lost here, unless it lives in a unit.
      const others = read.filter(({ category }) => category !== 'memory_entry');
      if (others.length > 0 && held.length === 0) dead = at('ExtractionError');
      else if (held.length > 0 && held.every(({ category }) => category === 'message_buffer'))
        dead = at('ExtractionError');
    }
    return { alive: carrier ? alive.size : 0, memory, dead };
  }

  /** `given` when the context holds it, else the search to blame. */
  private *querySide(sought: Sought): Steps<string> {
    const { searches, answerOp } = this.told;
    const blocks: Block[] = [];
    for (const id of searches) blocks.push(yield* this.block(id));
    const answer = yield* this.block(answerOp);
    const found = blocks.flatMap(({ entries }) => entries).filter(isUnitOutput);
    const given = [
      ...found,
      ...answer.entries.filter(({ category }) => category === 'memory_entry'),
    ];
    const shares = given.map((entry) => this.share(sought, entry));
    if (shares.some((share) => share >= this.enough)) return 'given';
    const [first] = blocks;
    const last = blocks.at(-1);
    if (first === undefined || last === undefined) return answerOp;
    if (first === last) return first.id;
    const pool = last.entries.filter(
      ({ category, role }) => category !== 'prompt' && role !== 'Output',
    );
    return pool.some((entry) => sought.share(entry.value) >= this.enough) ? last.id : first.id;
  }
}

const isUnitOutput = ({ category, role }: Entry): boolean =>
  category === 'memory_entry' && role === 'Output';

function holding(
  sought: Sought,
  entries: readonly Entry[],
  enough: number,
  shareOf: (entry: Entry) => number,
): readonly Entry[] {
  const kept = entries.filter(({ category }) => category !== 'marker');
  const alone = kept.filter((entry) => shareOf(entry) >= enough);
  if (alone.length > 0) return alone;
  const parts = kept.filter((entry) => shareOf(entry) > 0);
  const together = parts.map(({ value }) => readableParts(value).text).join('\n');
  return parts.length > 1 && sought.share(together) >= enough ? parts : [];
}

/** What a unit is known by in the log: its own id, or that there is only one. */
const unitId = ({ value }: Entry): string =>
  jsonField(value, 'id') ?? jsonField(value, 'event_id') ?? '';

const quoteOf = (value: string | undefined): Lost['quote'] => {
  const text = quotable(value ?? '');
  return text === '' ? undefined : { variable: '', text };
};

function parseBlock(id: string, page: string): Block {
  const head = /name: (.*?); category: (.*)/.exec(page);
  const entries: Entry[] = [];
  let role: Entry['role'] | undefined;
  let open:
    { role: Entry['role']; className: string; category: string; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined)
      entries.push({
        role: open.role,
        className: open.className,
        category: open.category,
        value: unescaped(open.lines.join('\n')),
      });
    open = undefined;
  };
  for (const line of page.split('\n')) {
    const title = /^(Input|Intermediate|Output):$/.exec(line)?.[1];
    if (title === 'Input' || title === 'Intermediate' || title === 'Output') {
      close();
      role = title;
      continue;
    }
    const start = /^- ([\w ]+) \(([\w &;]+)\): ?(.*)$/.exec(line);
    if (start !== null && role !== undefined) {
      close();
      open = { role, className: start[1] ?? '', category: start[2] ?? '', lines: [start[3] ?? ''] };
    } else open?.lines.push(line);
  }
  close();
  return { id, name: head?.[1] ?? '', category: head?.[2] ?? '', entries };
}
