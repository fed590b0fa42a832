import { problem, type Problem } from '../../base/problem';
import type { Steps } from '../../base/steps';
import type { DocumentContent } from './document-content';
import type { TraceHasher } from './hasher';
import { HeaderFields } from './header-fields';
import {
  BROKEN,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  MAX_DEPTH,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipSpace,
  TOO_DEEP,
} from './json-bytes';
import { KeptGraphs } from './kept-graphs';
import { KeyTaker } from './key-taker';
import { looseEnd } from './loose-end';
import { ODD } from './oddities';
import { OpenGraph } from './open-graph';
import { listNamed, placeOf, type ListName } from './record-columns';
import { RecordView } from './record-view';
import { Skips } from './skips';
import { Tolerated } from './tolerated';
import { ValueSkipper } from './value-skipper';
import { Window } from './window';

/** Where the reader stands between two tokens. */
type Level = 'top' | 'graph' | 'data' | 'list' | 'lost' | 'stopped';

/** Top-level values that are no trace before the rest of a document is left unread. */
const PATIENCE = 16;

/**
 * Reads one document of bytes pushed in chunks: one graph, an array of graphs, or several graphs
 * one after the other (JSON Lines). It goes down into `data` and its lists and hands each record
 * over whole; everything else it walks past. The result does not depend on where chunks end.
 */
export class DocumentReader {
  private readonly window = new Window();
  private readonly skipper = new ValueSkipper();
  private readonly record = new RecordView();
  private readonly skips = new Skips();
  /** What was odd outside of any graph; whoever unpacks the bytes adds what only they know. */
  readonly tolerated = new Tolerated();
  private readonly keys = new KeyTaker(this.skipper.odd);
  readonly graphs = new KeptGraphs();
  private level: Level = 'top';
  private inArray = false;
  private sawArray = false;
  /** A value was just read: a comma or the end of the container comes next. */
  private afterValue = false;
  private afterComma = false;
  private list: ListName = 'nodes';
  private graph: OpenGraph;
  private strangers = 0;
  private refusal: Problem | undefined;
  /** A value is being walked past; its key and start when the header wants it. */
  private skipping = false;
  private capture: { readonly key: string; readonly start: number } | undefined;
  /** Bytes the window must hold before a record that was not whole is tried again. */
  private wanted = 0;
  constructor(private readonly hasher: TraceHasher) {
    this.graph = new OpenGraph(hasher, 0);
  }

  /** Whether the rest of the document cannot change the result. */
  get stopped(): boolean {
    return this.level === 'stopped';
  }

  push(chunk: Uint8Array): void {
    if (this.stopped || chunk.length === 0) return;
    this.hash();
    this.window.push(chunk, this.capture?.start ?? this.window.offset);
    if (this.window.end - this.window.pos >= this.wanted) this.run();
  }

  *finish(): Steps<DocumentContent> {
    this.window.final = true;
    this.run();
    if (this.open) this.broken('ends', this.window.base + this.window.end);
    yield* this.graphs.settle();
    const { traces } = this.graphs;
    const empty = this.sawArray ? problem('not-a-trace', 'An empty array.') : problem('empty-file');
    const nothing = traces.length > 0 ? undefined : (this.refusal ?? empty);
    return { traces, skipped: this.skips, tolerated: this.tolerated, problem: nothing };
  }

  /** Whether a value has begun and not ended. */
  private get open(): boolean {
    if (this.level === 'lost' || this.level === 'stopped') return false;
    return this.level !== 'top' || this.skipping || this.inArray;
  }

  private run(): void {
    this.wanted = 0;
    let going = true;
    while (going) {
      going = this.skipping ? this.walk() : this.step();
      if (this.skipper.odd.any) this.tolerate();
    }
  }

  /** Passes on what was odd in what was just walked past or in a key. */
  private tolerate(): void {
    const { odd } = this.skipper;
    if (this.level === 'top') this.tolerated.take(odd, this.window.base);
    else this.graph.builder.tolerated.take(odd, this.window.base - this.graph.start);
  }

  private oddComma(): void {
    this.skipper.odd.note(ODD.comma, this.window.pos);
    this.tolerate();
  }

  private step(): boolean {
    const { window } = this;
    if (this.level === 'lost') return this.findLine();
    window.pos = skipSpace(window.bytes, window.pos, window.end);
    if (window.pos >= window.end) return false;
    const c = window.bytes[window.pos] ?? 0;
    switch (this.level) {
      case 'top':
        return this.stepTop(c);
      case 'graph':
      case 'data':
        return this.stepObject(c);
      case 'list':
        return this.stepList(c);
      case 'stopped':
        return false;
    }
  }

  private stepTop(c: number): boolean {
    if (this.inArray && (c === COMMA || c === CLOSE_ARRAY)) {
      const isEnd = c === CLOSE_ARRAY;
      if (isEnd ? this.afterComma : !this.afterValue) this.oddComma();
      this.inArray = !isEnd;
      this.window.pos++;
      this.afterValue = false;
      this.afterComma = !isEnd;
      return true;
    }
    if (this.inArray && this.afterValue) this.oddComma();
    this.afterComma = false;
    if (c === OPEN_ARRAY && !this.inArray) {
      this.inArray = true;
      this.sawArray = true;
      this.window.pos++;
      this.afterValue = false;
      return true;
    }
    if (c === 0xef && this.window.offset === 0) return this.skipByteOrderMark();
    if (c !== OPEN_OBJECT) return this.startSkip();
    this.graph = new OpenGraph(this.hasher, this.window.offset);
    this.skipper.onKey = this.lookInside;
    this.keys.enterGraph();
    this.window.pos++;
    this.enter('graph');
    return true;
  }

  private skipByteOrderMark(): boolean {
    const { window } = this;
    if (window.end - window.pos < 3 && !window.final) return this.needMore();
    if (window.bytes[window.pos + 1] !== 0xbb || window.bytes[window.pos + 2] !== 0xbf)
      return this.startSkip();
    this.tolerated.add(ODD.byteOrderMark, { byte: 0 });
    window.pos += 3;
    return true;
  }

  /** Keys inside a top-level object that does not look like a trace so far tell what it is. */
  private readonly lookInside = (bytes: Uint8Array, start: number, end: number): void => {
    if (!this.graph.lookAt(bytes, start, end)) this.skipper.onKey = undefined;
  };

  /** Takes a key and the start of its value, or the end of the object. */
  private stepObject(c: number): boolean {
    const { window } = this;
    if (c === CLOSE_OBJECT) {
      if (this.afterComma) this.oddComma();
      window.pos++;
      if (this.level === 'graph') this.endGraph(this.window.offset);
      else this.leave('graph');
      return true;
    }
    if (this.afterValue) return this.separator(c);
    const key = this.keys.take(window);
    if (key === NEED_MORE) return this.needMore();
    if (key === BROKEN) return this.broken('breaks', window.base + this.keys.at);
    this.afterComma = false;
    return this.member(key, window.bytes[window.pos] ?? 0);
  }

  private member(key: string, c: number): boolean {
    const list = listNamed(key);
    if (this.level === 'data' && list !== undefined && c === OPEN_ARRAY) {
      this.graph.isGraph = true;
      this.list = list;
      this.record.index = 0;
      this.window.pos++;
      this.enter('list');
      return true;
    }
    if (this.level === 'graph') {
      this.graph.shape.key(key);
      if (key === 'data' && c === OPEN_OBJECT) {
        this.skipper.onKey = undefined;
        this.keys.enterData();
        this.window.pos++;
        this.enter('data');
        return true;
      }
      if (HeaderFields.wants(key)) this.capture = { key, start: this.window.offset };
    }
    return this.startSkip();
  }

  private stepList(c: number): boolean {
    const { window, record } = this;
    if (c === CLOSE_ARRAY) {
      if (this.afterComma) this.oddComma();
      window.pos++;
      this.leave('data');
      return true;
    }
    if (this.afterValue) return this.separator(c);
    if (c !== OPEN_OBJECT) {
      this.badRecord('It is not an object.');
      return this.startSkip();
    }
    const end = record.fields.scan(window.bytes, window.pos, window.end, this.depth);
    if (end === NEED_MORE) return window.final ? false : this.needMore();
    if (end === TOO_DEEP) return this.skipBadRecord('It is nested too deep.');
    if (end === BROKEN) return this.skipBadRecord('It is not valid JSON.');
    this.graph.add(this.list, record, window, end);
    this.graph.takeOdd(record, placeOf(record, this.list));
    this.afterRecord(end);
    return true;
  }

  private afterRecord(end: number): void {
    this.record.index++;
    this.window.pos = end;
    this.afterValue = true;
    this.afterComma = false;
  }

  private skipBadRecord(detail: string): boolean {
    const { window } = this;
    const end = looseEnd(window.bytes, window.pos, window.end);
    if (end === NEED_MORE)
      return window.final ? this.broken('breaks', window.offset) : this.needMore();
    this.badRecord(detail);
    this.afterRecord(end);
    return true;
  }

  private badRecord(detail: string): void {
    const { list, record, window, graph } = this;
    const where = { list, record: record.index, byte: window.offset - graph.start };
    graph.builder.skips.add('bad-record', detail, where);
  }

  /** A comma between two members; a comma before the closing bracket is tolerated. */
  private separator(c: number): boolean {
    if (c !== COMMA) return this.broken('breaks', this.window.offset);
    this.window.pos++;
    this.afterValue = false;
    this.afterComma = true;
    return true;
  }

  private startSkip(): boolean {
    this.skipper.start(this.depth);
    this.skipping = true;
    return true;
  }

  private walk(): boolean {
    const { window } = this;
    const end = this.skipper.skip(window.bytes, window.pos, window.end, window.final);
    window.pos = this.skipper.at;
    if (end === NEED_MORE) return this.needMore();
    if (end === TOO_DEEP) return this.tooDeep();
    if (end === BROKEN) return this.broken('breaks', window.offset);
    this.skipping = false;
    if (this.capture !== undefined) {
      const token = window.bytes.subarray(this.capture.start - window.base, end);
      this.graph.builder.header.set(this.capture.key, token);
      this.capture = undefined;
    }
    if (this.level === 'list') this.record.index++;
    if (this.level === 'top')
      this.stranger(
        problem('not-a-trace', 'The file holds JSON values, but no object with a graph.'),
      );
    this.afterValue = true;
    this.afterComma = false;
    return true;
  }

  /** Containers open around the next value. */
  private get depth(): number {
    return (
      (this.inArray ? 1 : 0) +
      { top: 0, graph: 1, data: 2, list: 3, lost: 0, stopped: 0 }[this.level]
    );
  }

  private needMore(): false {
    // A token that is not whole is tried again when twice as much is there: linear in all.
    this.wanted = this.window.final ? 0 : (this.window.end - this.window.pos) * 2;
    return false;
  }

  private enter(level: Level, afterValue = false): void {
    this.level = level;
    this.afterValue = afterValue;
    this.afterComma = false;
  }

  private leave(level: Level): void {
    this.enter(level, true);
    if (level === 'graph') this.keys.leaveData();
  }

  /** Hashes what was consumed of the graph, before the window lets go of it. */
  private hash(): void {
    if (this.open && this.level !== 'top') this.graph.hash(this.window, this.window.offset);
  }

  private keep(end: number): void {
    if (this.graph.builder.holdsNothing) {
      const detail = 'Its data has lists, but no record in them is a variable or an operation.';
      this.stranger(problem('not-a-trace', detail));
      return;
    }
    this.graph.hash(this.window, end);
    this.graphs.add(this.graph.finish(end));
  }

  private endGraph(end: number): void {
    const { isGraph, shape, builder } = this.graph;
    if (isGraph) this.keep(end);
    else this.stranger(shape.problem(builder.header.hasGraphId));
    if (!this.stopped) this.leave('top');
  }

  /** A top-level value that is no trace: noted, and the reason to refuse a file without traces. */
  private stranger(why: Problem): void {
    this.strangers++;
    this.graphs.foreign ??= this.graph.shape.importer;
    this.refusal ??= why;
    this.skips.add(why.kind, why.detail, { byte: this.window.offset });
    if (this.graphs.count === 0 && this.strangers >= PATIENCE) this.level = 'stopped';
  }

  private tooDeep(): boolean {
    const byte = this.window.offset;
    const detail = `Nesting passes the limit of ${String(MAX_DEPTH)} levels at byte ${String(byte)}.`;
    return this.giveUp(problem('too-deep', detail, { byte }), byte);
  }

  /** The document ends or breaks inside a value: what was read before is kept. */
  private broken(how: 'ends' | 'breaks', at: number): boolean {
    const detail = `The JSON ${how} at byte ${String(at)}.`;
    const end = how === 'ends' ? at : this.window.offset;
    return this.giveUp(problem('not-json', detail, { byte: at }), end, how === 'ends');
  }

  private giveUp(why: Problem, end: number, ends = false): boolean {
    const { detail, where = {} } = why;
    if (this.level !== 'top' && this.graph.builder.records > 0) {
      this.graph.builder.skips.add('truncated', detail, where);
      this.keep(end);
    } else {
      if (this.level !== 'top') this.graphs.foreign ??= this.graph.shape.importer;
      this.refusal ??= why;
      this.skips.add(ends ? 'truncated' : why.kind, detail, where);
    }
    this.skipping = false;
    this.capture = undefined;
    this.level = this.inArray ? 'stopped' : 'lost';
    return true;
  }

  /** In JSON Lines the next graph starts on a line of its own, whatever became of the one before. */
  private findLine(): boolean {
    const found = this.window.toNextLine();
    if (found === undefined) return this.needMore();
    if (found && this.window.bytes[this.window.pos] === OPEN_OBJECT) this.level = 'top';
    return found;
  }
}
