import type cytoscape from 'cytoscape';
import { afterFrame } from './idle';

type Library = typeof cytoscape;

let library: Promise<Library> | undefined;

/**
 * Cytoscape, fetched once and set going a piece at a time. Reading its script, its parts and its styles
 * for the first time takes as long as several drawings do: in one go it would hold the page up.
 */
export function libraryOnce(): Promise<Library> {
  library ??= begin().catch((error: unknown) => {
    // Not fetched: the next drawing tries again.
    library = undefined;
    throw error;
  });
  return library;
}

async function begin(): Promise<Library> {
  const { default: cytoscape } = await import('cytoscape');
  await afterFrame();
  cytoscape({ headless: true }).destroy();
  await afterFrame();
  cytoscape({ headless: true, styleEnabled: true }).destroy();
  await afterFrame();
  return cytoscape;
}
