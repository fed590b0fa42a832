import type { Seeded } from '../support/seeded';
import type { BigRecords } from './big-records';

const WHO = ['Ana', 'Bo', 'Chidi', 'Dana', 'Emre', 'Fay', 'Goro', 'Hedda'] as const;
const DID = ['bought', 'lost', 'painted', 'repaired', 'sold', 'found', 'baked', 'planned'] as const;
const WHAT = [
  'a kayak',
  'the garden shed',
  'a red bicycle',
  'two tickets',
  'an old piano',
  'a lamp',
] as const;
const WHERE = [
  'in Porto',
  'near the lake',
  'at the market',
  'in Oslo',
  'behind the school',
] as const;
const WHEN = ['last Tuesday', 'in June', 'two weeks ago', 'on 7 May', 'before the move'] as const;

/** Messages of one session, and how often a question is asked. */
const SESSION = 20;
const QUESTION_EVERY = 3;
const FOUND = 5;

/** What is true after `count` messages; the same whichever list is being written. */
export interface Play {
  /** Performs one message, and a question after every third. */
  next(): void;
}

/** A memory system in the manner of Mem0 with small values: `locomo_all_lite` in its proportions. */
export function playOf(records: BigRecords, random: Seeded): Play {
  const judge = new Map<string, string>();
  const units: string[] = [];
  let count = 0;
  const fact = (): string => {
    const parts = [random.pick(WHO), random.pick(DID), random.pick(WHAT), random.pick(WHERE)];
    return [...parts, random.pick(WHEN), `(${random.hex(6)})`].join(' ');
  };
  const remember = (op: string, message: string, name: string, text: string): void => {
    const known = records.node('similar_memories', 'existing_memories', name, '0 similar memories');
    records.edge(op, 'update', message, known);
    records.node('embedding', 'embedding', `m-${name}`, `emb:${name}`);
    const value = JSON.stringify({ id: name, memory: text, timestamp: '2023-05-08T13:56:00' });
    const unit = records.node('memory_entry', null, `memory-unit-${name}`, value);
    records.edge(op, 'update', message, unit);
    units[Math.floor(random.below(Math.min(units.length + 1, 1000)))] = unit;
  };
  const message = (): void => {
    const name = `U1:D${String(Math.floor(count / SESSION))}:${String(count)}`;
    const facts = Array.from({ length: 2 + Math.floor(random.below(3)) }, fact);
    const content = `${facts.join('. ')}.`;
    const value = JSON.stringify({ content, name: random.pick(WHO), role: 'user' });
    const node = records.node('message', null, name, value);
    records.node('embedding', 'embedding', name, `emb:${name}`);
    const extract = records.operation('extraction', 'memory_system.extract_facts');
    const raw = records.node('llm_response', 'raw', `r-${name}`, JSON.stringify({ facts }));
    records.edge(extract, 'extraction', node, raw);
    const list = records.node('llm_response', 'extracted_facts', name, JSON.stringify(facts));
    records.edge(extract, 'extraction', raw, list);
    const update = records.operation('update', 'memory_system.update_memory_decision');
    facts.forEach((text, i) => {
      const one = records.node('llm_response', 'fact', `${name}.${String(i)}`, text);
      records.edge(extract, 'extraction', list, one);
      remember(update, one, `${String(count)}-${String(i)}`, text);
    });
  };
  const question = (): void => {
    const name = `qa-${String(count)}`;
    const evidence = {
      metadata: { evidence: [`U1:D${String(Math.floor(count / SESSION))}:${String(count)}`] },
    };
    const query = records.node(
      'message & query',
      'query',
      name,
      `What did ${random.pick(WHO)} do?`,
      evidence,
    );
    const search = records.operation('retrieval', 'memory_system.search_vector_store');
    const found = Array.from(
      { length: FOUND },
      () => units[Math.floor(random.below(units.length))] ?? query,
    );
    for (const unit of found) records.edge(search, 'operation', query, unit);
    const context = records.node(
      'memory_context',
      'context',
      name,
      found.map(() => fact()).join('\n\n'),
    );
    const answer = records.operation('evaluation', 'question-answering');
    for (const unit of found) records.edge(answer, 'operation', unit, context);
    const prediction = records.node('llm_response', 'prediction', name, fact());
    for (const from of [query, context]) records.edge(answer, 'operation', from, prediction);
    const judged = records.operation('evaluation', 'llm-judge');
    const gold = records.node('golden_answers', 'golden_answers', name, random.pick(WHEN));
    const isRight = random.below(1) < 0.6;
    const response = known(
      'judge_response',
      JSON.stringify({ label: isRight ? 'RIGHT' : 'WRONG' }),
    );
    const score = known('judge_score', isRight ? '1.0' : '0.0');
    for (const from of [query, gold, prediction]) records.edge(judged, 'operation', from, response);
    records.edge(judged, 'evaluation', response, score);
  };
  /** Answers and scores of the judge are few: equal ones are one variable. */
  const known = (className: string, value: string): string => {
    const key = `${className} ${value}`;
    const node =
      judge.get(key) ?? records.node('llm_response', className, `str:${random.hex(40)}`, value);
    judge.set(key, node);
    return node;
  };
  return {
    next: () => {
      if (count % SESSION === 0)
        records.session(`s-${String(count / SESSION)}`, 'memory_construction');
      message();
      count++;
      if (count % QUESTION_EVERY === 0) question();
    },
  };
}
