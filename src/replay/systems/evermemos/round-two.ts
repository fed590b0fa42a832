import type { Held } from '../../engine/held';
import { field, textsOf, textsField } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { MULTI_QUERY_PROMPT, REFINED_QUERY_PROMPT } from '../../prompts/evermemos-prompts';
import { contentName, jsonBlock, jsonLine, reprText } from '../../recorder';
import { fillFormat } from '../fill-template';
import type { Query } from '../memory-system';
import { fuse } from './fusion';
import { hybridSearch, type EpisodeStore } from './hybrid-search';
import { parseObject } from './parse-json';
import { writeList, type RankedList } from './ranked-list';
import { documentsVariable, type RoundOne } from './round-one';

const RETRIEVAL = { link: { category: 'retrieval' } };

/** Names of the variables when one better question is asked, and when several are. */
const ONE = {
  docs: 'refined_query_docs_text',
  prompt: 'refined_query_prompt',
  template: 'refined_query_prompt_template',
  templateName: 'refined-query-prompt-template',
  response: 'raw_refined_query_response',
} as const;
const MANY = {
  docs: 'multi_query_docs_text',
  prompt: 'multi_query_generation_prompt',
  template: 'multi_query_generation_prompt_template',
  templateName: 'multi-query-generation-prompt-template',
  response: 'raw_multi_query_generation_response',
} as const;

/** Second round: better questions for what is missing, each searched, and the results fused. */
export async function roundTwo(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Query,
  store: EpisodeStore,
  first: RoundOne,
): Promise<RankedList> {
  const queries = await askForQueries(run, operation, query, first);
  const list = queries.held;
  const hybrids = queries.texts.map((text) => {
    const refined = operation.derive(
      [list],
      {
        name: contentName('str', text),
        className: 'refined_query',
        category: 'refined_query',
        value: reprText(text),
      },
      RETRIEVAL,
    );
    // Ideally a search finds what its input holds; what the first round missed stands in none of the
    // second's inputs, so that a lost first round stays lost.
    return hybridSearch(run, operation, refined, store, false);
  });
  const topK = run.parameters.number('top_k', 10);
  const [only] = hybrids;
  const items =
    hybrids.length === 1 && only !== undefined
      ? only.items
      : fuse(
          hybrids.map((hybrid) => hybrid.items),
          run.parameters.number('rrf_k', 60),
        ).slice(0, topK);
  return writeList(
    run,
    operation,
    hybrids.map(({ held }) => held),
    'round2_retrieval_results',
    items,
    RETRIEVAL,
    store.units,
  );
}

async function askForQueries(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Query,
  first: RoundOne,
): Promise<{ readonly held: Held; readonly texts: readonly string[] }> {
  const isMany = run.parameters.flag('multi_query', false);
  const names = isMany ? MANY : ONE;
  const docs = documentsVariable(operation, first.forCheck, names.docs);
  const template = run.prompt(
    operation.recordedPrompt() ?? `${names.template}:${names.templateName}`,
    { name: names.templateName, className: names.template, category: 'prompt' },
    isMany ? MULTI_QUERY_PROMPT : REFINED_QUERY_PROMPT,
  );
  const missing = first.missing.length > 0 ? first.missing.join(', ') : 'N/A';
  const known = textsField(run.readValue(first.check), 'key_information_found').join(', ');
  const text = fillFormat(run.text(template), {
    original_query: query.text,
    query: query.text,
    retrieved_docs: run.text(docs),
    missing_info: missing,
    missing_information: missing,
    key_info: known,
    key_information_found: known,
  });
  const prompt = operation.derive(
    [query.held, first.check, docs, template],
    {
      name: contentName('str', text),
      className: names.prompt,
      category: 'prompt',
      value: reprText(text),
    },
    { link: { category: 'operation' } },
  );
  const raw = await operation.respond(
    [prompt],
    { className: names.response, category: 'llm_response' },
    'query-refinement',
    () => [{ role: 'user', text: run.text(prompt) }],
    (recorded) => recorded ?? (isMany ? jsonLine({ queries: [query.text] }) : query.text),
    RETRIEVAL,
  );
  const texts = isMany
    ? manyQueries(run.text(raw), query.text)
    : [oneQuery(run.text(raw), query.text)];
  const held = operation.derive(
    [raw],
    {
      name: texts.join(' | '),
      className: 'refined_queries',
      category: 'refined_queries',
      value: jsonBlock(texts),
    },
    RETRIEVAL,
  );
  const settled = textsOf(run.readValue(held));
  return { held, texts: settled.length > 0 ? settled : texts };
}

/** Shorter and longer answers are no questions. */
const isQuery = (text: string): boolean => text.length >= 5 && text.length <= 300;

function oneQuery(response: string, original: string): string {
  const text = response
    .trim()
    .replace(/^refined query:\s*/i, '')
    .trim();
  return isQuery(text) ? text : original;
}

function manyQueries(response: string, original: string): readonly string[] {
  const list = textsOf(field(parseObject(response), 'queries'));
  const queries = list
    .map((text) => text.trim())
    .filter(isQuery)
    .slice(0, 3);
  return queries.length > 0 ? queries : [original];
}
