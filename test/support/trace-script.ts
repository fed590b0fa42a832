import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { collectCases } from '../../src/cases/collect';
import type { Case } from '../../src/cases/case';
import { MemoryBytes } from '../../src/trace/bytes';
import { graphText, rawEdge, rawNode, utf8, type RawRecord } from './graph-file';
import { readText, tracesOf } from './read-text';

/** One edge of an operation: full node ids, and its category when it is not the operation's. */
export type Link = readonly [source: string, target: string, category?: string];

/** How a question went, for `TraceScript.ask`. */
export interface Asked {
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  /** Names of the evidence messages. */
  readonly evidence: readonly string[];
  /** Units that the single search found; left out when the searches were written by hand. */
  readonly found?: readonly string[];
  readonly searchName?: string;
  /** Units that the context was made of; those found when left out. */
  readonly given?: readonly string[];
  readonly context: string;
  /** The judge's score, 0 unless said otherwise. */
  readonly score?: number;
  /** Put into the names of its variables, so that a trace can hold several questions. */
  readonly mark?: string;
}

/**
 * Writes a small trace record by record, in the order things happened: every call is a second later
 * than the one before. For tests of rules that need one particular fault.
 */
export class TraceScript {
  private readonly nodes: RawRecord[] = [];
  private readonly edges: RawRecord[] = [];
  private readonly operations: RawRecord[] = [];

  /** @param second seconds after the start of the recording at which the first call happens */
  constructor(
    private readonly layer: string,
    private second = 0,
  ) {}

  /** A variable; returns its full node id. */
  variable(name: string, value: string, category: string, more: RawRecord = {}): string {
    const className = typeof more['class_name'] === 'string' ? more['class_name'] : undefined;
    const version = typeof more['version'] === 'number' ? more['version'] : 1;
    this.nodes.push(rawNode(name, value, { created_at: this.now(), category, ...more }));
    return `${className === undefined ? '' : `${className}:`}${name}@${String(version)}`;
  }

  /** A message variable with what a layer wrote as its content. */
  message(name: string, content: string, speaker = 'Ana', at = '2023-05-08T13:56:00'): string {
    const value = JSON.stringify({ content, name: speaker, role: 'user', timestamp: at });
    return this.variable(name, value, 'message');
  }

  /** An operation with its edges; returns its id. */
  operation(name: string, category: string, links: readonly Link[]): string {
    const id = `op-${String(this.operations.length + 1)}`;
    const created_at = this.now();
    this.operations.push({
      created_at,
      op_id: id,
      op_name: name,
      comment: null,
      category,
      session_id: 's-1',
      metadata: {},
    });
    for (const [source, target, own] of links)
      this.edges.push(
        rawEdge(`e-${String(this.edges.length + 1)}`, id, source, target, {
          created_at,
          category: own ?? category,
        }),
      );
    return id;
  }

  /** A question variable; `ask` makes one by itself unless the searches need it before. */
  query(question: string, evidence: readonly string[], name = 'q-1'): string {
    return this.variable(name, `'${question}'`, 'message & query', {
      class_name: 'query',
      metadata: { evidence },
    });
  }

  /** Search, answer and judgement of one question; returns the ids of the three operations. */
  ask(asked: Asked, query = this.query(asked.question, asked.evidence)): AskedOps {
    const { mark = '' } = asked;
    const found = asked.found ?? [];
    const search =
      asked.found === undefined
        ? undefined
        : this.operation(
            asked.searchName ?? 'memory_system.retrieve',
            'retrieval',
            found.map((unit): Link => [query, unit]),
          );
    const context = this.variable(
      `str:context${mark}`,
      JSON.stringify(asked.context),
      'memory_context',
      {
        class_name: 'context',
      },
    );
    const prediction = this.variable(
      `str:p${mark}`,
      JSON.stringify(asked.prediction),
      'llm_response',
      {
        class_name: 'prediction',
      },
    );
    const given = asked.given ?? found;
    const answer = this.operation('question-answering', 'evaluation', [
      ...given.map((unit): Link => [unit, context]),
      [query, prediction],
      [context, prediction],
    ]);
    const gold = this.variable(`list:g${mark}`, asked.gold, 'golden_answers', {
      class_name: 'golden_answers',
    });
    const response = this.variable(`str:j${mark}`, "'label: WRONG'", 'llm_response', {
      class_name: 'judge_response',
    });
    const score = this.variable(`float:s${mark}`, (asked.score ?? 0).toFixed(1), 'variable', {
      class_name: 'judge_score',
    });
    const judge = this.operation('llm-judge', 'evaluation', [
      [query, response],
      [gold, response],
      [prediction, response],
      [response, score],
    ]);
    return { search, answer, judge };
  }

  /** The trace as a file holds it. */
  text(): string {
    return graphText({
      head: { graph_id: 'graph-script', project_id: this.layer, created_at: time(0), metadata: {} },
      sessions: [
        {
          created_at: time(0),
          session_id: 's-1',
          session_name: null,
          category: 'memory_construction',
          metadata: {},
        },
      ],
      nodes: this.nodes,
      edges: this.edges,
      operations: this.operations,
      annotations: [],
    });
  }

  /** The trace, read as a dropped file, with the cases in it. */
  async open(): Promise<{ readonly graph: EvolutionGraph; readonly cases: readonly Case[] }> {
    const text = this.text();
    const [trace] = tracesOf(await readText(text));
    if (trace === undefined) throw new Error('The script is not a trace.');
    const bytes = new MemoryBytes(utf8(text).subarray(trace.start, trace.end));
    const graph = new EvolutionGraph(
      trace.key,
      trace.columns,
      buildAdjacency(trace.columns),
      bytes,
    );
    return { graph, cases: collectCases(graph) };
  }

  private now(): string {
    this.second++;
    return time(this.second);
  }
}

/** The operations of a question. */
export interface AskedOps {
  readonly search: string | undefined;
  readonly answer: string;
  readonly judge: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const time = (second: number): string =>
  `2026-03-02 10:${two(Math.floor(second / 60))}:${two(second % 60)}.000`;
