import { TraceScript, type Link } from './trace-script';

/** What can go wrong in each system, by the step it goes wrong at, and the error type that it deserves. */
export const FAULTS_OF = {
  rag: {
    buffer: 'ExtractionError',
    emit: 'ExtractionError',
    store: 'ExtractionError',
    search: 'RetrievalError',
    answer: 'ResponseError',
  },
  'long-context': {
    append: 'ExtractionError',
    trim: 'UpdateError',
    answer: 'ResponseError',
  },
  evermemos: {
    buffer: 'ExtractionError',
    boundary: 'ExtractionError',
    finalize: 'ExtractionError',
    extract: 'ExtractionError',
    round1: 'RetrievalError',
    rerank: 'RetrievalError',
    answer: 'ResponseError',
  },
} as const;

export type FaultySystem = keyof typeof FAULTS_OF;

/** A run of one system over some messages, one of which holds the answer. */
export interface FaultyPlan {
  readonly system: FaultySystem;
  /** The step that loses the fact; `answer` when all before is right. */
  readonly fault: string;
  readonly fact: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly question: string;
  readonly gold: string;
  /** What is answered; a wrong answer unless said otherwise. */
  readonly prediction?: string;
  readonly score?: number;
  /** Put into every id, so that two runs share none. */
  readonly mark: string;
  /** Seconds by which the whole recording is later. */
  readonly shift?: number;
}

const OTHER = 'We should talk again soon, the day was long.';

/** Records the run; `culprit` is the operation at fault. */
export function recordFaultyRun(plan: FaultyPlan): {
  readonly script: TraceScript;
  readonly culprit: string;
} {
  const run = new Recording(plan);
  plan.before.forEach((text) => {
    run.ingest(text, false);
  });
  run.ingest(plan.fact, true);
  plan.after.forEach((text) => {
    run.ingest(text, false);
  });
  return run.finish();
}

class Recording {
  private readonly script: TraceScript;
  private readonly ops = new Map<string, string>();
  private readonly units: string[] = [];
  private readonly texts: string[] = [];
  private count = 0;
  private whole = '';
  private version: string | undefined;
  private buffer: string | undefined;
  private evidence = '';
  private unit: string | undefined;

  constructor(private readonly plan: FaultyPlan) {
    const layer = { rag: 'NaiveRAG', 'long-context': 'Long-Context', evermemos: 'EverMemOS' };
    this.script = new TraceScript(layer[plan.system], plan.shift);
  }

  ingest(text: string, isFact: boolean): void {
    const n = ++this.count;
    const content =
      this.plan.system === 'evermemos' ? text : `Speaker Ana (role: user) says: ${text}`;
    const name = `${this.plan.mark}m${n}`;
    const message = this.script.message(name, content);
    if (isFact) this.evidence = name;
    const lost = (step: string): string =>
      isFact && this.plan.fault === step ? content.replace(text, OTHER) : content;
    if (this.plan.system === 'rag') this.intoDocument(message, lost, isFact);
    else if (this.plan.system === 'long-context') this.intoWindow(message, content, isFact);
    else this.intoEpisode(message, lost, isFact);
  }

  /** RAG: into the buffer, out of it as a document, and into the store. */
  private intoDocument(message: string, lost: (step: string) => string, isFact: boolean): void {
    const taken = this.fill(message, lost('buffer'), isFact);
    const held = this.plan.fault === 'buffer' ? lost('buffer') : lost('emit');
    const document = this.script.variable(
      `str:${this.plan.mark}d${this.count}`,
      JSON.stringify(held),
      'temporary_variable',
      { class_name: 'temporary_variable' },
    );
    const emptied = this.empty();
    this.note(isFact, 'emit', 'memory_system.message_buffer_update', [
      [taken, document, 'extraction'],
      [taken, emptied],
    ]);
    const kept = isFact && this.plan.fault === 'store' ? lost('store') : held;
    const unit = this.store({ content: kept, id: `u${this.count}` }, kept, isFact);
    this.note(isFact, 'store', 'memory_system.add', [[document, unit]]);
  }

  /** Long-Context: appended to the one unit, unless the step is at fault. */
  private intoWindow(message: string, content: string, isFact: boolean): void {
    const { fault } = this.plan;
    const before =
      this.version ?? this.script.variable(`${this.plan.mark}unit`, '', 'memory_entry');
    const skipped = isFact && fault === 'append';
    if (!skipped) this.whole += `\n${content}`;
    // The message after the fact pushes it out.
    const trims = fault === 'trim' && !isFact && this.whole.includes(this.plan.fact);
    if (trims) this.whole = content;
    this.version = this.script.variable(`${this.plan.mark}unit`, this.whole, 'memory_entry', {
      version: this.count + 1,
    });
    const op = this.script.operation('memory_system.memory_update', 'update', [
      [before, this.version],
      [message, this.version],
    ]);
    if (isFact) this.ops.set('append', op);
    if (trims) this.ops.set('trim', op);
  }

  /** EverMemOS: buffer, boundary, unit, episode. */
  private intoEpisode(message: string, lost: (step: string) => string, isFact: boolean): void {
    const steps = ['buffer', 'boundary', 'finalize', 'extract'];
    const at = (step: string): string => {
      const gone = steps.slice(0, steps.indexOf(step) + 1).includes(this.plan.fault);
      return gone ? lost(this.plan.fault) : lost('');
    };
    const said = (step: string) => [{ content: at(step), role: 'user', speaker_name: 'Ana' }];
    const taken = this.fill(message, at('buffer'), isFact);
    const group = this.script.variable(
      `dict:${this.plan.mark}g${this.count}`,
      JSON.stringify({ original_data: said('boundary'), summary: '' }),
      'temporary_variable',
      { class_name: 'temporary_variable' },
    );
    this.note(isFact, 'boundary', 'evermemos.boundary_detection', [[taken, group]]);
    const id = `${this.plan.mark}e${this.count}`;
    const unit = { event_id: id, subject: 'A talk', timestamp: '2023-05-08T13:56:00' };
    const raw = this.script.variable(
      `memory-unit-${id}`,
      JSON.stringify({ ...unit, original_data: said('finalize'), episode: null }),
      'memory_entry',
    );
    this.note(isFact, 'finalize', 'memory_system.finalize_memory_unit', [[group, raw]]);
    const episode = `Ana said: ${at('extract')}`;
    const value = { ...unit, episode, event_log: { atomic_fact: [episode] } };
    const stored = this.store(value, `A talk: ${episode}`, isFact, `memory-unit-${id}`, 2);
    this.note(isFact, 'extract', 'memory_system.extract_memory', [[raw, stored]]);
    this.note(false, 'reset', 'memory_system.message_buffer_update', [[taken, this.empty()]]);
  }

  finish(): { readonly script: TraceScript; readonly culprit: string } {
    const { plan, script, ops } = this;
    const query = script.query(plan.question, [this.evidence]);
    const lost = ['search', 'round1', 'rerank'].includes(plan.fault);
    const others = this.units.filter((unit) => unit !== this.unit).slice(0, 2);
    const kept =
      plan.system === 'long-context' ? [this.version ?? ''] : lost ? others : this.kept(others);
    if (plan.system === 'evermemos') this.rounds(query, kept);
    const shown =
      plan.system === 'long-context'
        ? this.whole
        : kept.map((unit) => this.texts[this.units.indexOf(unit)] ?? '').join('\n\n');
    const asked = script.ask(
      {
        question: plan.question,
        gold: plan.gold,
        prediction: plan.prediction ?? 'I do not know.',
        evidence: [this.evidence],
        ...(plan.system === 'evermemos' ? {} : { found: kept }),
        given: kept,
        context: shown,
        score: plan.score ?? 0,
      },
      query,
    );
    if (asked.search !== undefined) ops.set('search', asked.search);
    ops.set('answer', asked.answer);
    return { script, culprit: ops.get(plan.fault) ?? '' };
  }

  private kept(others: readonly string[]): readonly string[] {
    return this.unit === undefined ? others : [this.unit, ...others];
  }

  private rounds(query: string, kept: readonly string[]): void {
    const { plan, ops } = this;
    const list = (kind: string, units: readonly string[]): string => {
      const ids = units.map((unit) => unit.replace('memory-unit-', '').replace(/@\d+$/, ''));
      return this.script.variable(
        ids.map((id) => `${id}-0.5`).join(', ') || 'none',
        JSON.stringify(ids.map((event_id) => ({ event_id }))),
        kind,
        { class_name: kind },
      );
    };
    const pool = plan.fault === 'rerank' ? this.kept(kept) : kept;
    const first = list('reranked_round1_results', pool);
    ops.set(
      'round1',
      this.script.operation('memory_system.agentic_round1_bundle', 'retrieval', [[query, first]]),
    );
    const final = list('final_reranked_results', kept);
    ops.set(
      'rerank',
      this.script.operation('memory_system.agentic_final_rerank', 'retrieval', [
        [first, final],
        ...kept.map((unit): Link => [final, unit]),
      ]),
    );
  }

  private bufferVersion = 0;

  private fill(message: string, text: string, isFact: boolean): string {
    const before = this.buffer;
    const taken = this.nextBuffer([text]);
    this.note(isFact, 'buffer', 'memory_system.message_buffer_update', [
      ...(before === undefined ? [] : [[before, taken] as const]),
      [message, taken],
    ]);
    return taken;
  }

  private empty(): string {
    this.buffer = this.nextBuffer([]);
    return this.buffer;
  }

  private nextBuffer(texts: readonly string[]): string {
    const value =
      this.plan.system === 'rag'
        ? { buffer_total_tokens: 9, message_buffer: texts }
        : texts.map((content) => ({ content, role: 'user', speaker_name: 'Ana' }));
    return this.script.variable(
      `${this.plan.mark}buffer`,
      JSON.stringify(value),
      'message_buffer',
      {
        version: ++this.bufferVersion,
      },
    );
  }

  private store(
    value: object,
    text: string,
    isFact: boolean,
    name = `memory-unit-${this.plan.mark}u${this.count}`,
    version = 1,
  ): string {
    const unit = this.script.variable(name, JSON.stringify(value), 'memory_entry', { version });
    this.units.push(unit);
    this.texts.push(text);
    if (isFact) this.unit = unit;
    return unit;
  }

  private note(isFact: boolean, step: string, name: string, links: readonly Link[]): void {
    const category = /extract|boundary|finalize/.exec(name)?.[0] ?? 'update';
    const op = this.script.operation(
      name,
      { extract: 'extraction', boundary: 'boundary_detection', finalize: 'initialization' }[
        category
      ] ?? 'update',
      links,
    );
    if (isFact) this.ops.set(step, op);
  }
}
