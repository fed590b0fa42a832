import { beforeAll, describe, expect, it } from 'vitest';
import { Talk } from '../../../test/support/talk';
import { problem } from '../../base/problem';
import { err, ok } from '../../base/result';
import { DenseIndex, type Embed } from './dense-index';
import { findEvidence, fuseRanks, rankEvidence, type HybridOptions } from './hybrid-search';
import { buildEvidenceIndex, searchEvidence, type EvidenceIndex } from './retrieve-evidence';

// Meanings that share no word: animals, music, weather.
const MEANINGS = [
  /\b(?:dog|puppy|terrier|pet)\b/i,
  /\b(?:choir|sing|music)\b/i,
  /\b(?:rain|wet)\b/i,
];
const embed: Embed = (texts) =>
  Promise.resolve(
    ok(texts.map((text) => Float32Array.from(MEANINGS, (word) => (word.test(text) ? 2 : 0.1)))),
  );

let talk: Talk;
let index: EvidenceIndex;
let dense: DenseIndex;
beforeAll(async () => {
  talk = await Talk.of([
    { speaker: 'Ana', content: 'The terrier chewed my shoes.' },
    { speaker: 'Ana', content: 'Our choir sings on Friday.' },
    { speaker: 'Ben', content: 'It was wet all week.' },
    { speaker: 'Ben', content: 'Which pet do you mean?' },
  ]);
  index = buildEvidenceIndex(talk.source);
  const opened = await DenseIndex.of(index, embed);
  if (!opened.ok) throw new Error(opened.problem.title);
  dense = opened.value;
});

const failed = { question: 'Whose puppy is it?', goldAnswers: ['shoes'], prediction: 'rain' };

async function order(options: HybridOptions): Promise<readonly number[]> {
  const found = await rankEvidence(index, dense, failed, options);
  return found.ok ? found.value.map(({ node }) => talk.nodes.indexOf(node)) : [];
}

describe('evidence search with an embedding model', () => {
  it('finds by meaning what shares no word with the question', async () => {
    const found = await order({ ranking: 'dense', kind: 'question', limit: 2 });
    expect(new Set(found)).toEqual(new Set([0, 3]));
  });

  it('ranks by words alone as the search without a model does', async () => {
    const words = searchEvidence(index, failed, 'gold').map(({ node }) => talk.nodes.indexOf(node));
    expect(await order({ ranking: 'sparse' })).toEqual(words);
  });

  it('fuses both, and lets the answer in only as far as asked', async () => {
    expect((await order({}))[0]).toBe(0);
    expect((await order({ kind: 'prediction', ranking: 'dense' })).slice(0, 3)).toContain(2);
    expect(await order({ limit: 1 })).toHaveLength(1);
  });

  it('starts attribution from what remains after re-ranking', async () => {
    const found = await findEvidence(index, dense, failed);
    expect(found.ok && found.value.map(({ node }) => talk.nodes.indexOf(node))[0]).toBe(0);
  });

  it('gives a document the sum of its reciprocal ranks', () => {
    const fused = fuseRanks([
      [7, 8],
      [8, 9],
    ]);
    expect(fused.map(({ id }) => id)).toEqual([8, 7, 9]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
  });

  it('passes on the problem of the model', async () => {
    const failing: Embed = () => Promise.resolve(err(problem('unexpected', 'No answer.')));
    expect(await DenseIndex.of(index, failing)).toMatchObject({ ok: false });
    let calls = 0;
    const once: Embed = (texts) => (calls++ === 0 ? embed(texts) : failing(texts));
    const opened = await DenseIndex.of(index, once);
    if (!opened.ok) throw new Error(opened.problem.title);
    expect(await rankEvidence(index, opened.value, failed)).toMatchObject({ ok: false });
    expect(await findEvidence(index, opened.value, failed)).toMatchObject({ ok: false });
  });
});
