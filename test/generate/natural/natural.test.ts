import { readFileSync } from 'node:fs';
import { gzip, ungzip } from 'pako';
import { describe, expect, test } from 'vitest';
import { checkImport } from '../../../src/replay/recorder';
import { isObject } from '../../../src/trace/json';
import { agreedLabels, readSecond } from './labels';
import { fileOf, PLAYS, traceOf } from './performers';
import { readQuestions, type PlayText } from './play';

const committed = (play: PlayText): Uint8Array =>
  readFileSync(new URL(`../../fixtures/natural/${fileOf(play)}`, import.meta.url));

const parsed = (play: PlayText): unknown =>
  JSON.parse(new TextDecoder().decode(ungzip(committed(play))));

/** The records of one list of a trace. */
function list(play: PlayText, kind: string): readonly Readonly<Record<string, unknown>>[] {
  const graph = parsed(play);
  const data = isObject(graph) && isObject(graph['data']) ? graph['data'] : {};
  const records: unknown = data[kind];
  return Array.isArray(records) ? records.filter(isObject) : [];
}

describe.each(PLAYS.map((play) => [`${play.system}/${play.name}`, play] as const))(
  '%s',
  (_, play) => {
    test('recorded again it is the committed file, byte for byte', () => {
      const bytes = gzip(traceOf(play), { level: 9 });
      expect(Buffer.compare(Buffer.from(bytes), Buffer.from(committed(play)))).toBe(0);
    });

    test("the original's importer would take it", () => {
      expect(checkImport(parsed(play))).toEqual([]);
    });

    test('has a label for each failed question on which both readings agree, and no other', () => {
      const questions = readQuestions(play.questions);
      const agreed = agreedLabels(questions, readSecond(play.secondReading));
      expect(list(play, 'annotations').map((a) => a['query'])).toEqual(
        [...agreed.keys()].map((index) => questions[index]?.text),
      );
    });

    test('each label names an operation of the trace, or none when no operation is to blame', () => {
      const operations = new Set(list(play, 'operations').map((op) => op['op_id']));
      for (const label of list(play, 'annotations')) {
        const isMemory = !/^(?:Annotation|LLMAsAJudge)Error$/.test(
          String(label['final_error_type']),
        );
        expect(operations.has(label['final_op_id'])).toBe(isMemory);
      }
    });
  },
);
