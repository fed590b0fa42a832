import { expect, test } from 'vitest';
import { traceKey } from '../base/brand';
import { buildAdjacency } from '../graph/adjacency';
import { graphText } from '../../test/support/graph-file';
import { readText, tracesOf } from '../../test/support/read-text';
import { pack, unpack } from './packed-columns';

test('columns and adjacency come back as they were, as views of one buffer', async () => {
  const [trace] = tracesOf(await readText(graphText()));
  if (trace === undefined) throw new Error('no trace');
  const { columns } = trace;
  const adjacency = buildAdjacency(columns);
  const row = pack(traceKey('a'), columns, adjacency);
  const buffer = await row.bytes.arrayBuffer();
  const back = unpack(row, buffer);
  expect(back).toEqual({ columns, adjacency });
  expect(back.columns.nodes.createdAt.buffer).toBe(buffer);
});
