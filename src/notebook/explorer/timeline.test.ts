import { expect, test } from 'vitest';
import { graphOfSample } from '../../../test/support/sample-graph';
import { collectCases } from '../../cases/collect';
import { overview } from './overview';
import { timelineLines, timelinePage } from './timeline';
import { OVERVIEW_ROLES } from './timeline-contract';

const whole = { session: undefined, query: undefined, marked: false, offset: 0 };

test('every message and every operation has its line, and a window shows a part of them', async () => {
  const graph = await graphOfSample();
  const { lines, rowOfMessage, rowOfOperation, sessions } = timelineLines(graph);
  expect(rowOfOperation.size).toBe(graph.operationCount);
  expect(lines.filter(({ kind }) => kind === 'message')).toHaveLength(rowOfMessage.size);
  expect(sessions.map(({ row }) => lines[row]?.kind)).toEqual(sessions.map(() => 'session'));
  const page = timelinePage(graph, { ...whole, limit: 5, offset: 2 }, undefined, undefined);
  expect(page.rows).toHaveLength(5);
  expect(page.total).toBe(lines.length);
  const zoomed = timelinePage(graph, { ...whole, session: 1, limit: 999 }, undefined, undefined);
  expect(zoomed.rows[0]).toMatchObject({ kind: 'session', session: 1 });
  expect(zoomed.rows.filter(({ kind }) => kind === 'session')).toHaveLength(1);
});

test('evidence and question of a case are marked, in the timeline and in the overview', async () => {
  const graph = await graphOfSample();
  const [one] = collectCases(graph);
  const page = timelinePage(graph, { ...whole, limit: 999 }, one, undefined);
  expect(page.marks.map(({ kind }) => kind)).toContain('evidence');
  for (const { row, kind } of page.marks)
    if (kind === 'evidence') expect(page.rows[row]).toMatchObject({ evidence: true });
  const seen = overview(graph, one, undefined);
  expect(seen.marks.map(({ kind }) => kind)).toEqual(page.marks.map(({ kind }) => kind));
});

test('the overview counts every variable once, and leads forward through the timeline', async () => {
  const graph = await graphOfSample();
  const { counts, totals, rows, columns, sessions } = overview(graph, undefined, undefined);
  expect(counts).toHaveLength(columns * OVERVIEW_ROLES.length);
  expect(counts.reduce((a, b) => a + b, 0)).toBe(graph.nodeCount);
  expect(totals.reduce((a, b) => a + b, 0)).toBe(graph.nodeCount);
  expect([...rows]).toEqual([...rows].sort((a, b) => a - b));
  expect(sessions.reduce((sum, { variables }) => sum + variables, 0)).toBe(graph.nodeCount);
});
