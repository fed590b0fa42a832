import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('service-worker.js', import.meta.url));
const NAME = 'service-worker.js';
/** What the page is made of; pictures for the README are not. */
const KEPT = /\.(?:html|js|mjs|css|json|wasm|svg|webmanifest|woff2)$|(?:^|\/)icon-\d+\.png$/;
/** Larger files (engines of models) are kept once they were used. */
const LARGE = 3_000_000;

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => KEPT.test(name) && name !== NAME)
    .sort();

/**
 * Writes the service worker beside the built page, with the list of everything that must be there
 * for the page to work without a network. Its version is the hash of all of it.
 * @returns {import('vite').Plugin}
 */
export function serviceWorker() {
  let folder = '';
  return {
    name: 'memtrace-service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      // A build that failed wrote nothing; its own error must not be hidden by one of ours.
      if (!existsSync(folder)) return;
      const names = filesIn(folder);
      const isLarge = (/** @type {string} */ name) => statSync(join(folder, name)).size > LARGE;
      const hash = createHash('sha256').update(readFileSync(SOURCE));
      for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
      const head = [
        `const VERSION = ${JSON.stringify(hash.digest('hex').slice(0, 16))};`,
        `const FILES = ${JSON.stringify(names.filter((name) => !isLarge(name)))};`,
        `const LARGE = ${JSON.stringify(names.filter(isLarge))};`,
      ];
      writeFileSync(join(folder, NAME), `${head.join('\n')}\n${readFileSync(SOURCE, 'utf8')}`);
    },
  };
}
