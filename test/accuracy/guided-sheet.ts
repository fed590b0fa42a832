/**
 * `npx tsx test/accuracy/guided-sheet.ts FILE`: writes the questions of `guided` about `data/natural` for a human
 * reader, without labels and without what flow made of them. Both ways each answer could go are followed, so that
 * the sheet covers what a truthful reader can be asked.
 */
import { writeFileSync } from 'node:fs';
import { collectCases } from '../../src/cases/collect';
import { guided } from '../../src/attribution/guided/guided';
import { HOLDINGS } from '../../src/attribution/guided/answered-trace';
import { ScriptedChat } from '../support/scripted-chat';
import { filesOf, graphsOf, isMemoryError } from './oracle/run-oracle';
import { keyOf } from './oracle/truthful-reading';
import { basename } from 'node:path';

const sheet: string[] = [];
const seen = new Set<string>();
for (const path of filesOf('natural'))
  for (const graph of await graphsOf(path))
    for (const labelled of collectCases(graph).filter(isMemoryError)) {
      const failed = { ...labelled, label: undefined };
      let isFirst = true;
      for (const always of HOLDINGS) {
        const model = new ScriptedChat(() => `{"answer": "${always}"}`);
        await guided(graph, failed, { model, evidence: 'labelled' });
        for (const { request, purpose } of model.asked) {
          const key = keyOf(basename(path), failed.queryId, purpose);
          if (seen.has(key)) continue;
          seen.add(key);
          const text = request.messages[1]?.text ?? '';
          sheet.push(
            `### ${key}\n${isFirst ? '' : '(same case) '}${text.replace(/\n(?:Does the text|Is the given)[^\n]*$/, '')}`,
          );
          isFirst = false;
        }
      }
    }
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Say where to write the sheet.');
writeFileSync(out, `${sheet.join('\n\n')}\n`);
console.log(`${sheet.length} questions`);
