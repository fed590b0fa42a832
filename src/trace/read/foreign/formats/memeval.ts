import type { Ending, Importer, RowFate, Translation, Workbench } from '../importer';
import { UnitHistory } from '../unit-history';
import {
  UniqueNames,
  writeMessage,
  writeQuestion,
  type FoundQuestion,
  type FoundUnit,
} from '../question';
import type { Row } from '../row';
import { category } from './mem0-evaluation';

/**
 * MemEval's records of Mem0: for each question the evidence sentences, what the system made of each,
 * how these memories changed, and what was retrieved. Operations are written before the questions:
 * the file says nothing of time, but memories were made before anything was asked.
 */
export const memeval: Importer = {
  format: 'memeval',
  name: 'MemEval records',
  unit: 'questions',
  shapes: [{ inside: ['qa_question', 'qa_response'] }],
  plan: { rows: [['*', '[]']], fields: [] },
  open: (bench) => new MemEvalTranslation(bench),
};

interface Asked {
  readonly question: Omit<FoundQuestion, 'units'>;
  readonly found: readonly FoundUnit[];
}

class MemEvalTranslation implements Translation {
  private readonly names = new UniqueNames();
  private readonly history: UnitHistory;
  private readonly asked: Asked[] = [];

  constructor(private readonly bench: Workbench) {
    this.history = new UnitHistory(bench);
  }

  row(row: Row, path: readonly string[]): RowFate {
    const text = row.text('qa_question');
    const prediction = row.text('qa_response');
    if (text === undefined || prediction === undefined)
      return { skipped: 'It lacks qa_question or qa_response.' };
    const conversation = path[0] ?? 'conversation';
    const session = this.bench.graph.session(conversation, 'conversation');
    const evidence = [
      ...this.person(row.row('person1'), session),
      ...this.person(row.row('person2'), session),
    ];
    const id = this.names.of(`${conversation}-${String(this.asked.length + 1)}`);
    this.asked.push({
      question: {
        id,
        session,
        text,
        gold: row.texts('qa_answer'),
        prediction,
        evidence: [...new Set(evidence)],
        type: category(row.text('qa_category')),
        rest: row.rest(),
      },
      found: ['speaker_1_memories', 'speaker_2_memories'].flatMap((key) =>
        row.rows(key).flatMap((memory) => foundUnit(memory) ?? []),
      ),
    });
    return 'read';
  }

  finish(): Ending {
    for (const { question, found } of this.asked)
      writeQuestion(this.bench, { ...question, units: found.map((unit) => this.known(unit)) });
    return {
      reach: 'stages',
      timed: false,
      notes: [
        'Only the evidence messages of the conversation are in the file, and the memories made of them.',
        'Nothing is judged in it: label questions as failed, or judge the answers, to have them attributed.',
      ],
    };
  }

  /** Messages that are evidence for one of the two speakers; what was made of them is written. */
  private person(person: Row | undefined, session: string): readonly string[] {
    person?.know('name');
    return (person?.rows('memories') ?? []).flatMap((memory) => {
      memory.know('error');
      const sentence = memory.text('evidence_sentence');
      if (sentence === undefined) return [];
      const said = memory.text('time_stamp');
      const [, speaker, words] = /^([^:\n]{1,60}):\s*(\S[\s\S]*)$/.exec(sentence) ?? [];
      const message = writeMessage(
        this.bench.graph,
        { text: words ?? sentence, speaker, said },
        session,
      );
      this.history.stored(
        message,
        session,
        memory.rows('initial_results'),
        memory.rows('update_chain'),
      );
      return [message];
    });
  }

  /** A retrieved text under the name of the unit that says the same, where one is known. */
  private known(unit: FoundUnit): FoundUnit {
    const id = this.history.nameOf(unit.text);
    return id === undefined ? unit : { id, text: unit.text };
  }
}

function foundUnit(memory: Row): FoundUnit | undefined {
  const text = memory.text('memory');
  memory.know('score', 'timestamp');
  return text === undefined ? undefined : { text };
}
