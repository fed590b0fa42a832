import { beforeEach, expect, test } from 'vitest';
import { EndpointDraft } from './endpoint-draft.svelte';

let draft: EndpointDraft;

beforeEach(() => {
  draft = new EndpointDraft(sessionStorage);
  draft.model = 'small';
  draft.addresses = ['http://one.example/v1', 'http://two.example/v1', 'http://two.example/v1'];
  draft.keys = ['', '', ''];
  draft.editing = 'other/small';
});

const lanes = () => draft.setting().lanes.map(({ id, baseUrl }) => [id, baseUrl]);

test('a key stays with its address when a lane before it is removed', () => {
  const before = new Map(draft.setting().lanes.map(({ id, baseUrl }) => [id, baseUrl]));
  draft.removeLane(0);
  for (const [id, baseUrl] of lanes()) expect(before.get(id ?? '')).toBe(baseUrl);
});

test('an address that is changed is another lane, which has no key yet', () => {
  const before = draft.setting().lanes.map(({ id }) => id);
  draft.addresses[0] = 'http://elsewhere.example/v1';
  expect(before).not.toContain(draft.setting().lanes[0]?.id);
});

test('lanes to the same address are told apart, each with the key that was typed for it', () => {
  draft.keys = ['', 'second', 'third'];
  expect(new Set(lanes().map(([id]) => id)).size).toBe(3);
  expect(Object.values(draft.typedKeys())).toEqual(['second', 'third']);
});
