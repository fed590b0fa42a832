import type { Held } from '../../engine/held';
import { toPlain } from '../../engine/metadata';
import { field, textsField } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { SUFFICIENCY_PROMPT } from '../../prompts/evermemos-prompts';
import { contentName, jsonBlock, jsonLine, reprText } from '../../recorder';
import { fillFormat } from '../fill-template';
import type { Query } from '../memory-system';
import { hybridSearch, type EpisodeStore } from './hybrid-search';
import { parseObject } from './parse-json';
import { recordedItems, writeList, type Ranked, type RankedList } from './ranked-list';
import { documentsText } from './wording';

const RETRIEVAL = { link: { category: 'retrieval' } };
const OPERATION = { link: { category: 'operation' } };

/** What the first round leaves: its results, and whether they suffice. */
export interface RoundOne {
  readonly results: RankedList;
  readonly forCheck: RankedList;
  readonly check: Held;
  readonly isSufficient: boolean;
  readonly missing: readonly string[];
}

/** First round: hybrid search, rerank, check whether that is enough. */
export async function roundOne(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Query,
  store: EpisodeStore,
): Promise<RoundOne> {
  const hybrid = hybridSearch(run, operation, query.held, store);
  const results = run.parameters.flag('use_reranker', true)
    ? rerank(run, operation, hybrid, 'reranked_round1_results', store)
    : hybrid;
  const checked = run.parameters.number('sufficiency_check_docs', 10);
  const forCheck = writeList(
    run,
    operation,
    [results.held],
    'reranked_for_check',
    results.items.slice(0, checked),
    RETRIEVAL,
    store.units,
  );
  const docs = documentsVariable(operation, forCheck, 'sufficiency_check_docs_text');
  const template = run.prompt(
    operation.recordedPrompt() ??
      'sufficiency_check_prompt_template:sufficiency-check-prompt-template',
    {
      name: 'sufficiency-check-prompt-template',
      className: 'sufficiency_check_prompt_template',
      category: 'prompt',
    },
    SUFFICIENCY_PROMPT,
  );
  const text = fillFormat(run.text(template), {
    query: query.text,
    retrieved_docs: run.text(docs),
  });
  const prompt = operation.derive(
    [query.held, docs, template],
    {
      name: contentName('str', text),
      className: 'sufficiency_check_prompt',
      category: 'prompt',
      value: reprText(text),
    },
    OPERATION,
  );
  const raw = await operation.respond(
    [prompt],
    { className: 'raw_sufficiency_check_response', category: 'llm_response' },
    'sufficiency-check',
    () => [{ role: 'user', text: run.text(prompt) }],
    (recorded) => idealCheck(run, query, forCheck.items, recorded),
    RETRIEVAL,
  );
  const answer = parseObject(run.text(raw));
  const value = toPlain(
    answer ?? {
      is_sufficient: false,
      reasoning: '',
      missing_information: [],
      key_information_found: [],
    },
  );
  const check = operation.derive(
    [raw],
    {
      name: contentName('dict', value),
      className: 'sufficiency_check_result',
      category: 'sufficiency_check_result',
      value: jsonBlock(value),
    },
    RETRIEVAL,
  );
  const result = run.readValue(check);
  return {
    results,
    forCheck,
    check,
    isSufficient: field(result, 'is_sufficient') === true,
    missing: textsField(result, 'missing_information'),
  };
}

/** Documents as text, from the list they stand in. */
export function documentsVariable(
  operation: ReplayOperation,
  list: RankedList,
  className: string,
): Held {
  const text = documentsText(list.items.map(({ unit }) => unit));
  return operation.derive(
    [list.held],
    {
      name: contentName('str', text),
      className,
      category: 'formatted_documents',
      value: reprText(text),
    },
    RETRIEVAL,
  );
}

/**
 * The list in the order of the reranker, whose scores come from the record while its candidates are
 * those of the record. Without a reranker of its own the replay keeps the order, marked approximate.
 */
export function rerank(
  run: ReplayRun,
  operation: ReplayOperation,
  list: RankedList,
  className: string,
  store: EpisodeStore,
  limit?: number,
): RankedList {
  const from = operation.take({ className });
  const scores = new Map(recordedItems(run, from)?.map(({ id, score }) => [id, score]));
  const isKnown = operation.isUnchanged([list.held]) && scores.size > 0;
  const top = limit ?? list.items.length;
  let items: readonly Ranked[];
  if (isKnown) {
    items = list.items
      .filter(({ unit }) => scores.has(unit.id))
      .map(({ unit }) => ({ unit, score: scores.get(unit.id) ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .slice(0, top);
  } else {
    if (list.items.length > 1) operation.markAs('approximate');
    items = list.items.slice(0, top);
  }
  return writeList(
    run,
    operation,
    [list.held],
    className,
    items,
    { ...RETRIEVAL, from },
    store.units,
  );
}

function idealCheck(
  run: ReplayRun,
  query: Query,
  items: readonly Ranked[],
  recorded: string | undefined,
): string {
  const { ideal } = run.changes;
  const isMine = ideal !== undefined && query.node === ideal.query;
  if (!isMine && recorded !== undefined) return recorded;
  const is_sufficient = ideal?.holdsAll(items.map(({ unit }) => unit.shown ?? unit.text)) ?? false;
  return jsonLine({
    is_sufficient,
    reasoning: is_sufficient ? 'The documents hold what is needed.' : 'Something is missing.',
    key_information_found: [],
    missing_information: is_sufficient ? [] : [query.text],
  });
}
