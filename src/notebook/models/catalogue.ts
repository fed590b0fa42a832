import type { CatalogueEntry } from './engines/catalogue';

export type { CatalogueEntry } from './engines/catalogue';
export { fitting } from './engines/catalogue';

/** The models that WebLLM is built for; brings WebLLM along, so it is asked for only on request. */
export async function readCatalogue(): Promise<readonly CatalogueEntry[]> {
  const { webLlmCatalogue } = await import('./engines/start-webllm');
  return webLlmCatalogue();
}
