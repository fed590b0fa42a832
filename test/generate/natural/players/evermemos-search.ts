import {
  contentName,
  Float,
  jsonBlock,
  jsonLine,
  reprText,
  type Operation,
} from '../../../../src/replay/recorder';
import type { Question } from '../play';
import { MODEL, type Found, type Stage } from '../stage';
import { fill, REFINE, SUFFICIENCY } from './evermemos-prompts';
import { documentsText, fuse, type Ranked, type Unit } from './evermemos-units';

/** What the play says about one search. */
interface Script {
  readonly sparse: readonly Unit[];
  readonly dense: readonly Unit[];
  readonly reranked: readonly Unit[] | undefined;
  readonly isSufficient: boolean;
  readonly reasoning: string;
  readonly refined: string;
  readonly sparse2: readonly Unit[];
  readonly dense2: readonly Unit[];
  readonly last: readonly Unit[];
}

/**
 * The agentic retrieval of EverMemOS (memory-systems.md §4.2). `< s` and `< d` rank the units by words and by
 * meaning, `< r` reranks what is left of the first round, `< ok reason` or `< no reason | better search` is
 * the check, `< s2`, `< d2` the second round and `< f` the last reranking.
 */
export class AgenticSearch {
  constructor(
    private readonly stage: Stage,
    private readonly unit: (key: string) => Unit,
    private readonly remember: (words: string, id: string) => void,
  ) {}

  search(question: Question, query: string, number: number): Found {
    const { topK } = this.stage.play;
    const script = this.read(question);
    const operation = this.stage.begin(
      'memory_system.agentic_round1_bundle',
      'retrieval',
      'A first round of hybrid search, reranked and checked.',
      {
        round: 1,
        retrieval_mode: 'agentic',
        top_k: topK,
        sufficiency_check_docs: topK,
        use_reranker: true,
      },
    );
    this.remember(`round1 ${number}`, operation.id);
    const fused = this.hybrid(operation, query, script.sparse, script.dense, number);
    const first = this.rerank(operation, fused, script.reranked, 'reranked_round1_results', number);
    const check = this.check(operation, query, question.text, first, script);
    if (!script.isSufficient) {
      const second = this.round2(query, question.text, check.node, first, script, number);
      return this.last(first, second, script, number);
    }
    for (const { unit, score } of first.ranked) {
      operation.link([check.result, first.node], [unit.node], {
        category: 'operation',
        comment: `The check is content: memory '${unit.id}' stays. Its Round-1 retrieval score is ${score}.`,
      });
    }
    return shown(first.ranked);
  }

  private hybrid(
    operation: Operation,
    query: string,
    sparse: readonly Unit[],
    dense: readonly Unit[],
    number: number,
  ): { readonly ranked: Ranked; readonly node: string } {
    const { topK } = this.stage.play;
    const scored = (units: readonly Unit[], kind: string, top: number): Ranked => {
      const scores = this.stage.scores(`${kind} ${number} ${operation.id}`, units.length, top);
      return units.map((unit, i) => ({ unit, score: Number(scores[i]) }));
    };
    const link = { category: 'operation' };
    const lists = [
      this.list(operation, [query], 'sparse_retrieval_results', scored(sparse, 's', 7.4), link),
      this.list(operation, [query], 'dense_retrieval_results', scored(dense, 'd', 0.71), link),
    ];
    const ranked = fuse(sparse, dense).slice(0, topK);
    return { ranked, node: this.list(operation, lists, 'hybrid_retrieval_results', ranked, link) };
  }

  private rerank(
    operation: Operation,
    { ranked, node }: { readonly ranked: Ranked; readonly node: string },
    order: readonly Unit[] | undefined,
    className: string,
    number: number,
  ): { readonly ranked: Ranked; readonly node: string } {
    const units = order ?? ranked.map(({ unit }) => unit);
    const pool = new Set(ranked.map(({ unit }) => unit));
    if (units.some((unit) => !pool.has(unit)))
      throw new Error(`Question ${number}: reranked what was not found (${className})`);
    const scores = this.stage.scores(`${className} ${number}`, units.length, 0.58);
    const reranked = units.map((unit, i) => ({ unit, score: Number(scores[i]) }));
    return { ranked: reranked, node: this.list(operation, [node], className, reranked) };
  }

  private check(
    operation: Operation,
    query: string,
    question: string,
    first: { readonly ranked: Ranked; readonly node: string },
    { isSufficient, reasoning }: Script,
  ): { readonly node: string; readonly result: string } {
    const { stage } = this;
    const node = this.list(operation, [first.node], 'reranked_for_check', first.ranked);
    const docs = documentsText(first.ranked.map(({ unit }) => unit));
    const text = this.text(operation, [node], 'sufficiency_check_docs_text', docs);
    const name = 'sufficiency-check-prompt-template';
    const template = stage.prompt(
      name,
      'sufficiency_check',
      SUFFICIENCY,
      'sufficiency_check_prompt_template',
    );
    const asked = fill(SUFFICIENCY, { query: question, retrieved_docs: docs });
    const prompt = this.text(operation, [query, text, template], 'sufficiency_check_prompt', asked);
    const missing = isSufficient ? [] : [reasoning];
    const found = isSufficient ? [reasoning] : [];
    const value = {
      is_sufficient: isSufficient,
      reasoning,
      key_information_found: found,
      missing_information: missing,
    };
    const raw = stage.respond(
      operation,
      [prompt],
      'raw_sufficiency_check_response',
      jsonLine(value),
    );
    const result = stage.derive(operation, [raw], {
      className: 'sufficiency_check_result',
      name: contentName('dict', value),
      value: jsonBlock(value),
    });
    return { node, result };
  }

  private round2(
    query: string,
    question: string,
    docs: string,
    first: { readonly ranked: Ranked },
    script: Script,
    number: number,
  ): { readonly ranked: Ranked; readonly node: string } {
    const { stage } = this;
    const operation = stage.begin(
      'memory_system.agentic_round2_bundle',
      'retrieval',
      'A second round of hybrid search with a better query.',
      { round: 2, multi_query: false, llm_model: MODEL },
    );
    this.remember(`round2 ${number}`, operation.id);
    const units = documentsText(first.ranked.map(({ unit }) => unit));
    const text = this.text(operation, [docs], 'refined_query_docs_text', units);
    const asked = fill(REFINE, {
      original_query: question,
      missing_info: script.reasoning,
      retrieved_docs: units,
    });
    const prompt = this.text(operation, [query, text], 'refined_query_prompt', asked);
    const raw = stage.respond(operation, [prompt], 'raw_refined_query_response', script.refined);
    const queries = stage.derive(operation, [raw], {
      className: 'refined_queries',
      name: script.refined,
      value: jsonBlock([script.refined]),
    });
    const refined = stage.derive(operation, [queries], {
      className: 'refined_query',
      name: contentName('str', script.refined),
      value: reprText(script.refined),
    });
    const found = this.hybrid(operation, refined, script.sparse2, script.dense2, number);
    const className = 'round2_retrieval_results';
    return { ...found, node: this.list(operation, [found.node], className, found.ranked) };
  }

  private last(
    first: { readonly ranked: Ranked; readonly node: string },
    second: { readonly ranked: Ranked; readonly node: string },
    script: Script,
    number: number,
  ): Found {
    const { topK } = this.stage.play;
    const operation = this.stage.begin(
      'memory_system.agentic_final_rerank',
      'retrieval',
      'Both rounds are merged and reranked.',
      { top_k: topK, use_reranker: true },
    );
    this.remember(`final ${number}`, operation.id);
    const known = new Set(first.ranked.map(({ unit }) => unit));
    const ranked = [...first.ranked, ...second.ranked.filter(({ unit }) => !known.has(unit))];
    const nodes = [first.node, second.node];
    const node = this.list(operation, nodes, 'combined_retrieval_results', ranked);
    const final = this.rerank(
      operation,
      { ranked, node },
      script.last,
      'final_reranked_results',
      number,
    );
    for (const { unit, score } of final.ranked) {
      operation.link([final.node], [unit.node], {
        category: 'operation',
        comment: `Memory '${unit.id}' is one of the last. Its reranking score is ${score}.`,
      });
    }
    return shown(final.ranked);
  }

  private list(
    operation: Operation,
    inputs: readonly string[],
    className: string,
    ranked: Ranked,
    link: { readonly category?: string } = {},
  ): string {
    const isLate = /^(?:reranked|combined|final|round2)/.test(className);
    const ids = ranked
      .map(({ unit, score }) => (isLate ? `${unit.id}-${score}` : unit.id))
      .join(', ');
    const name = isLate
      ? ids
      : `${ids} | ts=${this.stage.play.start}000000 | rand=${this.stage.ids.hex().slice(0, 8)}`;
    return this.stage.derive(operation, inputs, {
      className,
      category: className,
      name,
      value: jsonBlock(
        ranked.map(({ unit, score }) => ({ ...unit.fields, score: new Float(score) })),
      ),
      link,
    });
  }

  private text(
    operation: Operation,
    inputs: readonly string[],
    className: string,
    text: string,
  ): string {
    return this.stage.derive(operation, inputs, {
      className,
      category: className.endsWith('prompt') ? 'prompt' : className,
      name: contentName('str', text),
      value: reprText(text),
      link: { category: 'operation' },
    });
  }

  private read({ search }: Question): Script {
    const of = (mark: string): string | undefined =>
      search.find((line) => line.startsWith(`${mark} `))?.slice(mark.length + 1);
    const units = (mark: string): readonly Unit[] =>
      of(mark)
        ?.split(' ')
        .map((key) => this.unit(key)) ?? [];
    const reranked = units('r');
    const [reasoning = '', refined = ''] = (of('ok') ?? of('no') ?? '').split(' | ');
    return {
      sparse: units('s'),
      dense: units('d'),
      reranked: reranked.length > 0 ? reranked : undefined,
      isSufficient: of('ok') !== undefined,
      reasoning,
      refined,
      sparse2: units('s2'),
      dense2: units('d2'),
      last: units('f'),
    };
  }
}

const shown = (ranked: Ranked): Found => ({
  nodes: ranked.map(({ unit }) => unit.node),
  texts: ranked.map(({ unit }) => `${unit.title}: ${unit.text}`),
});
