import { beforeEach, describe, expect, it } from 'vitest';
import { queryId, traceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err } from '../../base/result';
import { PathAhead } from './path-ahead';

const KEY = traceKey('t');
const ONE = queryId('one');
const OTHER = queryId('other');

let asked: string[];
const explorer = {
  casePath: (_: unknown, query: string, marked: boolean) => {
    asked.push(`${query} ${marked ? 'marked' : 'plain'}`);
    return Promise.resolve(err(problem('not-in-trace', `answer ${asked.length}`)));
  },
};
const detailOf = async (answer: ReturnType<PathAhead['take']>) => {
  const result = await answer;
  return result.ok ? undefined : result.problem.detail;
};

beforeEach(() => {
  asked = [];
});

describe('a path asked for ahead', () => {
  it('is asked for once, and given to whoever shows the case', async () => {
    const paths = new PathAhead(() => explorer);
    paths.ask(KEY, ONE, true);
    expect(await detailOf(paths.take(explorer, KEY, ONE, true))).toBe('answer 1');
    expect(asked).toEqual(['one marked']);
  });

  it('is asked for anew the second time: there may be another verdict', async () => {
    const paths = new PathAhead(() => explorer);
    paths.ask(KEY, ONE, true);
    await paths.take(explorer, KEY, ONE, true);
    expect(await detailOf(paths.take(explorer, KEY, ONE, true))).toBe('answer 2');
  });

  it('is not given for another case, nor with the verdict to who labels blind', async () => {
    const paths = new PathAhead(() => explorer);
    paths.ask(KEY, ONE, true);
    await paths.take(explorer, KEY, OTHER, true);
    paths.ask(KEY, ONE, true);
    await paths.take(explorer, KEY, ONE, false);
    expect(asked).toEqual(['one marked', 'other marked', 'one marked', 'one plain']);
  });
});
