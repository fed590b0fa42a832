import { expect, it } from 'vitest';
import { computesInF16, estimateDownload, fitting, type CatalogueEntry } from './catalogue';

const entry = (id: string, memoryBytes: number, needsF16: boolean): CatalogueEntry => ({
  id,
  name: id.replace(/-q\d+f\d+(?:_\d)?/, '').replace(/-MLC/, ''),
  modelUrl: `https://models.example/${id}`,
  libUrl: `https://models.example/${id}.wasm`,
  memoryBytes,
  downloadBytes: undefined,
  needsF16,
  use: 'chat',
  contextTokens: 4_096,
});

const ENTRIES = [
  entry('Large-8B-q4f32_1-MLC', 6e9, false),
  entry('Large-8B-q4f16_1-MLC', 5e9, true),
  entry('Small-1B-q4f16_1-MLC', 9e8, true),
  entry('Small-1B-q4f32_1-MLC', 1.1e9, false),
  entry('Half-2B-q4f16_1-MLC', 2e9, true),
];

it('picks the build for 16-bit floats where the adapter computes with them', () => {
  expect(fitting(ENTRIES, true).map(({ id }) => id)).toEqual([
    'Small-1B-q4f16_1-MLC',
    'Half-2B-q4f16_1-MLC',
    'Large-8B-q4f16_1-MLC',
  ]);
});

it('picks the q4f32 build where shader-f16 is missing, and leaves out models without one', () => {
  expect(fitting(ENTRIES, false).map(({ id }) => id)).toEqual([
    'Small-1B-q4f32_1-MLC',
    'Large-8B-q4f32_1-MLC',
  ]);
});

it('knows a build for 16-bit floats by its name, also where its features leave it out', () => {
  expect(computesInF16('Llama-3.2-1B-Instruct-q4f16_1-MLC')).toBe(true);
  expect(computesInF16('Llama-3.2-1B-Instruct-q4f32_1-MLC')).toBe(false);
  expect(computesInF16('own', ['shader-f16'])).toBe(true);
});

it.each([
  ['Llama-3.2-1B-Instruct-q4f16_1-MLC', 562_500_000],
  ['SmolLM2-360M-Instruct-q0f32-MLC', 1_440_000_000],
  ['some-model-MLC', undefined],
])('estimates the download of %s', (id, bytes) => {
  expect(estimateDownload(id)).toBe(bytes);
});
