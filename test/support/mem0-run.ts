import { TraceScript, type Link } from './trace-script';

/** The one thing that goes wrong in a run; `answer` when nothing does before the answer. */
export type Fault = 'extract' | 'decide' | 'update' | 'delete' | 'search' | 'answer';
export const FAULTS = [
  'extract',
  'decide',
  'update',
  'delete',
  'search',
  'answer',
] as const satisfies readonly Fault[];

/** What one message says, and how a memory words it. */
export interface Told {
  readonly said: string;
  readonly memory: string;
}

/** What a run is about: the message the question needs, and others around it. */
export interface RunPlan {
  readonly told: Told;
  readonly before: readonly Told[];
  readonly after: readonly Told[];
  readonly question: string;
  readonly gold: string;
  readonly fault: Fault;
  /** Put into every id, so that two runs share none. */
  readonly mark: string;
  /** What is answered and how it is judged; a wrong answer unless said otherwise. */
  readonly prediction?: string;
  readonly score?: number;
  /** Seconds by which the whole recording is later. */
  readonly shift?: number;
}

const VAGUE = 'Ana had a busy day at home';

/** Records a Mem0 run with one known fault; the operation at fault is `culprit`. */
export function recordRun(plan: RunPlan): {
  readonly script: TraceScript;
  readonly culprit: string;
} {
  const recorder = new Recorder(plan.mark, plan.shift);
  for (const other of plan.before) recorder.ingest(other.said, [other.memory], [other.memory]);
  const { fault, told } = plan;
  const evidence = recorder.ingest(
    told.said,
    [fault === 'extract' ? VAGUE : told.memory],
    fault === 'decide' ? [] : [fault === 'extract' ? VAGUE : told.memory],
  );
  const changed =
    fault === 'update'
      ? recorder.rewrite(evidence.units[0] ?? '', VAGUE)
      : fault === 'delete'
        ? recorder.remove(evidence.units[0] ?? '')
        : undefined;
  const others = plan.after.flatMap(
    (other) => recorder.ingest(other.said, [other.memory], [other.memory]).units,
  );
  const unit = changed === undefined ? evidence.units[0] : changed.unit;
  const found = fault === 'search' || unit === undefined ? others.slice(0, 3) : [unit];
  const { search, answer } = recorder.script.ask({
    question: plan.question,
    gold: plan.gold,
    prediction: plan.prediction ?? 'I do not know.',
    score: plan.score ?? 0,
    evidence: [evidence.message],
    found,
    searchName: 'memory_system.search_vector_store',
    context: 'Memory: …',
  });
  const culprits: Readonly<Record<Fault, string | undefined>> = {
    extract: evidence.extract,
    decide: evidence.decide,
    update: changed?.op,
    delete: changed?.op,
    search,
    answer,
  };
  return { script: recorder.script, culprit: culprits[fault] ?? '' };
}

class Recorder {
  readonly script: TraceScript;
  private count = 0;

  constructor(
    private readonly mark: string,
    shift: number | undefined,
  ) {
    this.script = new TraceScript('Mem0', shift);
  }

  ingest(said: string, facts: readonly string[], memories: readonly string[]) {
    const n = `${this.mark}-${String(++this.count)}`;
    const message = this.script.message(`m-${n}`, said);
    const list = `[${facts.map((fact) => `'${fact}'`).join(', ')}]`;
    const extracted = this.script.variable(`str:f-${n}`, list, 'llm_response', {
      class_name: 'extracted_facts',
    });
    const extract = this.script.operation('memory_system.extract_facts', 'extraction', [
      [message, extracted],
    ]);
    const action = this.action(n);
    const units = memories.map((memory, i) => this.unit(`${n}-${String(i)}`, memory, 1));
    const decide = this.decision([[extracted, action], ...units.map((u): Link => [action, u])]);
    return { message: `m-${n}`, extract, decide, units };
  }

  rewrite(unit: string, memory: string): { readonly op: string; readonly unit: string } {
    const id = unit.replace(/^memory-unit-/, '').replace(/@1$/, '');
    const action = this.action(`${id}-2`);
    const next = this.unit(id, memory, 2);
    return {
      op: this.decision([
        [unit, next, 'llm_response'],
        [action, next, 'llm_response'],
      ]),
      unit: next,
    };
  }

  remove(unit: string): { readonly op: string; readonly unit: undefined } {
    const marker = this.script.variable(`str:gone-${this.mark}`, "'DELETED'", 'marker', {
      class_name: 'delete_marker',
    });
    return { op: this.decision([[unit, marker]]), unit: undefined };
  }

  private action(n: string): string {
    return this.script.variable(`dict:a-${n}`, '{}', 'llm_response', {
      class_name: 'update_action',
    });
  }

  private unit(id: string, memory: string, version: number): string {
    const value = JSON.stringify({ id, memory, timestamp: '2023-05-08T13:56:00' });
    return this.script.variable(`memory-unit-${id}`, value, 'memory_entry', { version });
  }

  private decision(links: readonly Link[]): string {
    return this.script.operation('memory_system.update_memory_decision', 'update', links);
  }
}
