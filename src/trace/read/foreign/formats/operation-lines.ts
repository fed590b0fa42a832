import { encodeText } from '../graph-writer';
import type { Ending, Importer, RowFate, Translation, Workbench } from '../importer';
import { scoreOf } from '../question-rows';
import {
  UniqueNames,
  writeAnswer,
  writeContext,
  writeJudgement,
  writeQuery,
  writeSearch,
  writeUnit,
  type FoundQuestion,
} from '../question';
import { asText, type Row } from '../row';
import { timeOf } from '../spans/span';

/**
 * The plain form for memory systems that no importer knows: JSON Lines, one operation a line. Its
 * words are in the README of `foreign`; a question comes before
 * what is said about it.
 */
export const operationLines: Importer = {
  format: 'operation-lines',
  name: 'Operations, one a line',
  unit: 'operations',
  shapes: [{ top: ['op', 'id'] }, { top: ['op', 'question'] }],
  plan: { rows: [[]], fields: [] },
  open: (bench) => new OperationTranslation(bench),
};

/** What was written of one question so far. */
interface Open {
  readonly id: string;
  readonly session: string;
  readonly query: string;
  readonly gold: readonly string[];
  units: readonly string[];
  prediction: string | undefined;
}

const ONLY_SESSION = 'session';

class OperationTranslation implements Translation {
  private readonly messages = new Map<string, string>();
  private readonly units = new Map<string, string>();
  private readonly questions = new Map<string, Open>();
  private readonly names = new UniqueNames();
  private timed = false;
  private changes = 0;
  private withContext = 0;

  constructor(private readonly bench: Workbench) {}

  row(row: Row): RowFate {
    const session = row.text('session') ?? ONLY_SESSION;
    this.bench.graph.session(session, 'session');
    const at = timeOf(row.get('time'));
    this.timed ||= at !== undefined;
    const op = row.text('op');
    switch (op) {
      case 'message':
        return this.message(row, session, at);
      case 'add':
      case 'update':
      case 'delete':
        return this.change(row, op, session, at);
      case 'question':
      case 'retrieve':
      case 'answer':
      case 'judge':
        return this.ask(row, op, session, at);
      case undefined:
      default:
        return { skipped: `“${(op ?? '').slice(0, 40)}” is no operation.` };
    }
  }

  finish(): Ending {
    const stages = this.messages.size > 0 && this.changes > 0;
    const partial = this.withContext > 0 ? 'retrieval-or-answer' : 'judge-only';
    return {
      reach: stages ? 'stages' : this.questions.size > 0 ? partial : 'look-only',
      timed: this.timed,
      notes: [],
    };
  }

  private message(row: Row, session: string, at: number | undefined): RowFate {
    const id = row.text('id');
    const text = row.text('text');
    if (id === undefined || text === undefined) return { skipped: 'A message needs id and text.' };
    const value = JSON.stringify({
      content: text,
      name: row.text('speaker'),
      role: row.text('role'),
      timestamp: row.text('said'),
    });
    const node = this.bench.graph.variable({ name: id, category: 'message', session, at, value });
    this.messages.set(id, node);
    this.bench.tallies.add('messages');
    return 'read';
  }

  private change(row: Row, op: string, session: string, at: number | undefined): RowFate {
    const id = row.text('id');
    const text = row.text('text');
    if (id === undefined || (text === undefined && op !== 'delete'))
      return { skipped: `“${op}” needs id${op === 'delete' ? '' : ' and text'}.` };
    const { graph, tallies } = this.bench;
    const before = this.units.get(id);
    const name = graph.operation({
      id: this.names.of(`op-${op}-${id}`),
      name: row.text('name') ?? `memory.${op}`,
      category: op === 'delete' ? 'deletion' : op,
      session,
      at,
      metadata: row.rest(),
    });
    tallies.add(`memory operations (${op})`);
    this.changes++;
    const written =
      text === undefined || op === 'delete'
        ? graph.variable({
            name,
            className: 'delete_marker',
            category: 'variable',
            session,
            at,
            value: encodeText(''),
          })
        : graph.newVersion({
            name: `memory-unit-${id}`,
            category: 'memory_entry',
            session,
            at,
            value: encodeText(text),
          });
    const sources = row.texts('from').flatMap((from) => this.messages.get(from) ?? []);
    for (const source of before === undefined ? sources : [before, ...sources])
      graph.edge(name, source, written, session);
    if (op === 'delete') this.units.delete(id);
    else this.units.set(id, written);
    return 'read';
  }

  private ask(row: Row, op: string, session: string, at: number | undefined): RowFate {
    if (op === 'question') return this.question(row, session, at);
    const id = row.text('question');
    const open = id === undefined ? undefined : this.questions.get(id);
    if (open === undefined) return { skipped: `“${op}” names no question that came before it.` };
    const place = { id: this.names.of(open.id), session, at };
    if (op === 'retrieve') {
      const found = row.list('units').flatMap((unit) => this.unit(unit, session) ?? []);
      open.units = [...open.units, ...found];
      this.withContext++;
      this.bench.tallies.add('retrieved texts', found.length);
      const nothing = found.length > 0 ? [] : [writeContext(this.bench, place, '')];
      writeSearch(this.bench, place, open.query, [...found, ...nothing]);
      return 'read';
    }
    if (op === 'judge') {
      const parts = { ...place, id: open.id, gold: open.gold, score: scoreOf(row.get('score')) };
      const judged = { ...parts, judgement: row.text('reason') ?? '' };
      writeJudgement(this.bench, judged, open.query, open.prediction);
      return 'read';
    }
    const prediction = row.text('text');
    if (prediction === undefined) return { skipped: 'An answer needs text.' };
    const text = row.text('context');
    const context =
      text === undefined ? undefined : writeContext(this.bench, { ...place, id: open.id }, text);
    if (text !== undefined) this.withContext++;
    const answer = { ...place, id: open.id, prediction };
    open.prediction = writeAnswer(this.bench, answer, open.query, open.units, context);
    return 'read';
  }

  private question(row: Row, session: string, at: number | undefined): RowFate {
    const id = row.text('id');
    const text = row.text('text');
    if (id === undefined || text === undefined) return { skipped: 'A question needs id and text.' };
    if (this.questions.has(id))
      return { skipped: `The question ${id.slice(0, 40)} was asked before.` };
    const gold = row.texts('gold');
    const evidence = row.texts('evidence').filter((name) => this.messages.has(name));
    const found: FoundQuestion = {
      id: this.names.of(id),
      session,
      at,
      text,
      gold,
      prediction: undefined,
      evidence,
      type: row.text('type'),
      rest: row.rest(),
    };
    const query = writeQuery(this.bench, found);
    this.questions.set(id, {
      id: found.id,
      session,
      query,
      gold,
      units: [],
      prediction: undefined,
    });
    return 'read';
  }

  /** A unit by its id, as it is now, or a text of its own. */
  private unit(value: unknown, session: string): string | undefined {
    const named = asText(value);
    if (named !== undefined) return this.units.get(named);
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(value));
    const id = asText(fields.get('id'));
    const text = asText(fields.get('text'));
    if (text === undefined) return id === undefined ? undefined : this.units.get(id);
    return writeUnit(this.bench.graph, { id, text }, session);
  }
}
