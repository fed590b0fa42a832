import { beforeEach, expect, it, vi } from 'vitest';
import { afterOthers, goFirst } from './turns';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 0));
});

it('lets drawings that begin in the same frame go first, and waits for none that fails', async () => {
  const order: string[] = [];
  const later = afterOthers().then(() => order.push('later'));
  goFirst(new Promise((resolve) => setTimeout(resolve, 30)).then(() => order.push('first')));
  goFirst(Promise.reject(new Error('It could not be drawn.')));
  await later;
  expect(order).toEqual(['first', 'later']);
});
