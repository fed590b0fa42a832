import * as v from 'valibot';

/** Where WebLLM keeps the weights. */
const CACHE = 'webllm/model';
const LISTS = ['tensor-cache.json', 'ndarray-cache.json'];

const list = v.object({
  records: v.array(v.object({ dataPath: v.string(), nbytes: v.number() })),
});

/**
 * Deletes the stored files of a model whose length is not what its list of files says, and the list
 * itself when it cannot be read, so that the next load fetches these alone.
 * @returns how many were deleted
 */
export async function deleteDamaged(modelUrl: string): Promise<number> {
  const cache = await caches.open(CACHE);
  const stored = await cache.keys();
  const mine = stored.filter(({ url }) => url.startsWith(modelUrl));
  let deleted = 0;
  for (const listed of mine.filter(({ url }) => LISTS.some((name) => url.endsWith(name)))) {
    const answer = await cache.match(listed);
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), list), await answer?.text());
    if (!read.success) {
      await cache.delete(listed);
      deleted++;
      continue;
    }
    for (const { dataPath, nbytes } of read.output.records) {
      const file = mine.find(({ url }) => url.endsWith(`/${dataPath}`));
      const bytes = file && (await (await cache.match(file))?.blob())?.size;
      if (file === undefined || bytes === nbytes) continue;
      await cache.delete(file);
      deleted++;
    }
  }
  return deleted;
}
