import { describe, expect, test } from 'vitest';
import { exampleCase, exampleVerdict } from '../../../test/support/example-case';
import { ScriptedChat, type ScriptedReply } from '../../../test/support/scripted-chat';
import { queryId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err } from '../../base/result';
import type { ChatModel } from '../../models/contract/chat';
import type { ReportEntry } from '../summary/contract';
import { writeAnalysis } from './analysis';

const entries = Array.from({ length: 10 }, (_, i): ReportEntry => ({
  case: exampleCase({ queryId: queryId(`q${i}`), question: `Question ${i}?` }),
  path: 'a.json',
  verdict: exampleVerdict({ queryId: queryId(`q${i}`) }),
  opName: 'memory_update',
}));

const options = { overview: '', operationText: () => Promise.resolve('<op/>') };

const report = (text: string): string => JSON.stringify({ rationale: '', report: text });

describe('a written analysis', () => {
  test('reads every case once, four a call, and hands on the report so far', async () => {
    let n = 0;
    const model = new ScriptedChat(() => report(`report ${++n}`));
    const written = await writeAnalysis(model, entries, options);
    expect(written).toEqual({
      ok: true,
      value: { report: 'report 3', unread: 0, calls: 3, finished: true },
    });
    const asked = model.asked.map(({ request }) => request.messages.at(-1)?.text ?? '');
    for (const [i] of entries.entries())
      expect(asked.filter((text) => text.includes(`Question ${i}?`))).toHaveLength(1);
    expect(asked[1]).toContain('report 1');
    expect(asked.map((text) => text.includes('last cases'))).toEqual([false, false, true]);
  });

  test('keeps what was written when a portion is answered with no report', async () => {
    const answers: ScriptedReply[] = [report('kept'), 'I cannot do that.', '{"report": 7}'];
    const model = new ScriptedChat(() => answers.shift() ?? '');
    const written = await writeAnalysis(model, entries, options);
    expect(written).toMatchObject({ ok: true, value: { report: 'kept', unread: 6, calls: 3 } });
  });

  test('reads an answer that is only almost JSON', async () => {
    const model = new ScriptedChat(() => 'Here it is: {"rationale": "x", report: "found",}');
    const written = await writeAnalysis(model, entries.slice(0, 1), options);
    expect(written).toMatchObject({ ok: true, value: { report: 'found' } });
  });

  test('stops at a failed call: with its problem when nothing was written, else unfinished', async () => {
    const offline = err(problem('network-failed', 'offline'));
    const failing = (after: number): ChatModel => {
      const model = new ScriptedChat(() => report('so far'));
      return {
        description: model.description,
        chat: (...call) =>
          model.asked.length < after ? model.chat(...call) : Promise.resolve(offline),
      };
    };
    expect(await writeAnalysis(failing(0), entries, options)).toEqual(offline);
    expect(await writeAnalysis(failing(1), entries, options)).toMatchObject({
      ok: true,
      value: { report: 'so far', finished: false },
    });
  });

  test('gives long operations the end of their text, within what the model can read', async () => {
    const model = new ScriptedChat(() => report('done'));
    await writeAnalysis(model, entries.slice(0, 4), {
      ...options,
      operationText: () => Promise.resolve(`${'x'.repeat(200_000)}END`),
    });
    const text = model.asked[0]?.request.messages.at(-1)?.text ?? '';
    expect(text.length).toBeLessThan(60_000);
    expect(text).toContain('END');
  });
});
