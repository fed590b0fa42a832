import {
  contentName,
  jsonBlock,
  Recorder,
  reprText,
  SeededClock,
  SeededIds,
  sha1,
  type LinkParts,
  type Metadata,
  type Operation,
} from '../../../src/replay/recorder';
import type { PlayText } from './play';

const PROJECTS = {
  mem0: 'Mem0',
  evermemos: 'EverMemOS',
  rag: 'NaiveRAG',
  long_context: 'Long-Context',
} as const;

export const MODEL = 'gpt-4.1-mini';
export const EMBEDDING = 'Qwen3-Embedding-4B';

/** What a step wrote: class, name (its content's when absent), value, and how it is linked. */
export interface Step {
  readonly className: string;
  readonly category?: string;
  readonly name?: string;
  readonly value: string;
  readonly link?: LinkParts;
}

/** The recorder of one play, with what all players need. */
export class Stage {
  readonly recorder: Recorder;
  readonly ids: SeededIds;
  readonly clock: SeededClock;

  constructor(readonly play: PlayText) {
    this.ids = new SeededIds(`natural/${play.system}/${play.name}`);
    this.clock = new SeededClock(play.start);
    this.recorder = new Recorder(
      {
        userId: play.name,
        projectId: PROJECTS[play.system],
        metadata: {
          layer_type: PROJECTS[play.system],
          traj_metadata: { speaker_a: play.speakers[0], speaker_b: play.speakers[1] },
          dataset_cls: 'LoCoMo',
        },
      },
      this.ids,
      this.clock,
    );
  }

  begin(name: string, category: string, comment: string, metadata: Metadata = {}): Operation {
    this.clock.wait(15);
    return this.recorder.operation({ name, category, comment, metadata });
  }

  prompt(name: string, type: string, text: string, className?: string): string {
    return this.recorder.variable({
      name,
      className,
      category: 'prompt',
      value: reprText(text),
      metadata: { op_type: type },
    });
  }

  /** Records a value of its own name, or the next version under its name, read from `inputs`. */
  derive(operation: Operation, inputs: readonly string[], step: Step): string {
    const node = this.recorder.variableOrVersion({
      name: step.name ?? contentName('str', step.value),
      className: step.className === '' ? undefined : step.className,
      category: step.category ?? 'llm_response',
      value: step.value,
    });
    operation.link(inputs, [node], step.link ?? {});
    return node;
  }

  /** What a model said. */
  respond(
    operation: Operation,
    inputs: readonly string[],
    className: string,
    text: string,
    link: LinkParts = {},
  ): string {
    this.clock.wait(300 + text.length * 2);
    const step = { className, name: contentName('str', text), value: reprText(text), link };
    return this.derive(operation, inputs, step);
  }

  /** The next version of what is changed in place. */
  change(name: string, category: string, value: string): string {
    return this.recorder.newVersion({ name, category, value });
  }

  /** Falling scores, the same on every run: `count` of them below `top`. */
  scores(seed: string, count: number, top: number): readonly string[] {
    let score = top - this.noise(`${seed}/0`) * 0.12;
    return Array.from({ length: count }, (_, i) => {
      score -= 0.004 + this.noise(`${seed}/${i + 1}`) * 0.045;
      return Math.max(score, 0.021 - i / 1_000).toFixed(6);
    });
  }

  private noise(seed: string): number {
    return Number.parseInt(sha1(`${this.play.name}/${seed}`).slice(0, 6), 16) / 0x1000000;
  }
}

/** A message as the systems take it in. */
export const messageValue = (content: string, name: string, role: string, time: string): string =>
  jsonBlock({ content, name, role, timestamp: time });

/** What a search found. */
export interface Found {
  readonly nodes: readonly string[];
  /** Each as the answering model sees it. */
  readonly texts: readonly string[];
}
