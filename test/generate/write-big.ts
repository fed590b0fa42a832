import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { playOf } from './big-play';
import { Seeded } from '../support/seeded';
import { BigRecords, type BigList } from './big-records';

const LISTS: readonly BigList[] = ['nodes', 'edges', 'operations', 'sessions'];
const HEAD = {
  ...{ graph_id: 'g-big', user_id: 'u', project_id: 'Mem0', storage_path: null, strict: true },
  ...{ created_at: '2026-04-01 08:00:00.001', metadata: { layer_type: 'Mem0' } },
};
/** Characters gathered before they are written. */
const PART = 1 << 20;

/** The text of one list, in pieces. Every list performs the same play and keeps its own records. */
function* listText(list: BigList, messages: number, seed: number): Generator<string> {
  const random = new Seeded(seed);
  const records = new BigRecords(list, random);
  const play = playOf(records, random);
  let part: string[] = [];
  let length = 0;
  let isFirst = true;
  for (let i = 0; i < messages; i++) {
    play.next();
    for (const record of records.take()) {
      part.push(isFirst ? record : `,${record}`);
      isFirst = false;
      length += record.length + 1;
    }
    if (length < PART) continue;
    yield part.join('');
    part = [];
    length = 0;
  }
  yield part.join('');
}

/** The text of a whole trace, in pieces of about a megabyte. */
export function* bigText(messages: number, seed: number): Generator<string> {
  yield `${JSON.stringify(HEAD).slice(0, -1)},"data":{`;
  for (const list of LISTS) {
    yield `"${list}":[`;
    yield* listText(list, messages, seed);
    yield '],';
  }
  yield '"annotations":[]}}\n';
}

/** How many messages make a trace of about so many bytes. */
export function messagesFor(bytes: number, seed: number): number {
  const sample = 600;
  let length = 0;
  for (const text of bigText(sample, seed)) length += text.length;
  return Math.max(1, Math.round((bytes * sample) / length));
}

/** Writes a trace of about so many bytes. Returns its size. */
export async function writeBig(path: string, bytes: number, seed: number): Promise<number> {
  const file = createWriteStream(path);
  let written = 0;
  for (const text of bigText(messagesFor(bytes, seed), seed)) {
    written += Buffer.byteLength(text);
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return written;
}
