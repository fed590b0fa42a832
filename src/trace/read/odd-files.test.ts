import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { meaningOf, readText, tracesOf, verdictOn } from '../../../test/support/read-text';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { untar } from '../../../test/support/tar';

const ARCHIVE = 'odd.tar.gz';
const ORIGINAL = 'small/mem0/locomo_locomo-1.json';
const there = hasSharedData(ARCHIVE);
const files = there
  ? untar(gunzipSync(readFileSync(sharedPath(ARCHIVE))))
  : new Map<string, never>();

/** What must become of each file; the cases room adds what it finds (scores, nothing judged). */
const OUTCOMES: readonly (readonly [file: string, outcome: string])[] = [
  ['all_correct.json', 'read'],
  ['array_of_two_graphs.json', 'read'],
  ['bad_timestamps.json', 'bad-timestamp 23'],
  ['cycle.json', 'cycle 1'],
  ['dangling_edges.json', 'dangling-edge 67'],
  ['deeply_nested.json', 'refused: too-deep'],
  ['duplicate_nodes.json', 'duplicate-id 20'],
  ['edge_unknown_op.json', 'unknown-operation 56'],
  ['empty.json', 'refused: empty-file'],
  ['empty_graph.json', 'read'],
  ['evidence_missing_nodes.json', 'missing-evidence 30'],
  ['gzip.json.gz', 'read'],
  ['html_injection.json', 'read'],
  ['huge_value_20MB.json', 'read'],
  ['jsonl_two_graphs.jsonl', 'read'],
  ['missing_sessions.json', 'unknown-session 485'],
  ['nan_in_metadata.json', 'read'],
  ['no_annotations_key.json', 'read'],
  ['no_data_key.json', 'refused: no-data'],
  ['no_judge_ops.json', 'read'],
  ['not_a_trace.json', 'refused: not-a-trace'],
  ['null_fields.json', 'missing-field 124, unknown-session 124'],
  ['same_timestamps.json', 'read'],
  ['score_as_word.json', 'read'],
  ['shuffled_records.json', 'read'],
  // What was lost behind the cut is missed by what was read before it.
  ['truncated.json', 'truncated 1, unknown-session 370, unknown-operation 205'],
  ['utf16le.json', 'read'],
  ['utf8_bom.json', 'read'],
];

describe.skipIf(!there)('odd files of the shared data (skipped where the data is absent)', () => {
  const bytesOf = (file: string): Uint8Array<ArrayBuffer> =>
    files.get(`odd/${file}`) ?? new Uint8Array(0);

  it.each(OUTCOMES)('%s ends as: %s', async (file, expected) => {
    expect(verdictOn(await readText(bytesOf(file)))).toBe(expected);
  });

  it('covers every file of the archive', () => {
    expect([...files.keys()].sort()).toEqual(OUTCOMES.map(([file]) => `odd/${file}`).sort());
  });

  it('gives the same graph the same key in gzip, UTF-16, with a mark and as a line', async () => {
    const names = ['gzip.json.gz', 'utf16le.json', 'utf8_bom.json', 'jsonl_two_graphs.jsonl'];
    const keys = await Promise.all(
      names.map(async (name) => tracesOf(await readText(bytesOf(name)))[0]?.key),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it.skipIf(!hasSharedData(ORIGINAL))('reads shuffled records into the same graph', async () => {
    const original = new Uint8Array(readFileSync(sharedPath(ORIGINAL)));
    const [ordered] = tracesOf(await readText(original));
    const [shuffled] = tracesOf(await readText(bytesOf('shuffled_records.json')));
    expect(ordered && meaningOf(ordered).nodes?.length).toBe(370);
    expect(shuffled && meaningOf(shuffled)).toEqual(ordered && meaningOf(ordered));
  });
});
