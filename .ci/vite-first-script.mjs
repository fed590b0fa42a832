import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ENTRY = fileURLToPath(new URL('../src/base/first-script.ts', import.meta.url));
const MARK = '<!-- first-script -->';
const DEV_PATH = 'first-script.js';

/** The first script as one classic script: a module would be deferred and run after others. */
async function bundle() {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['iife'], name: 'memtraceFirstScript' },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((o) => ('output' in o ? o.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error('The first script must be exactly one file.');
  }
  return chunk.code;
}

/**
 * Puts src/base/first-script.ts where index.html says, as a blocking script that runs before any
 * other code of the page, in the built page and in development.
 * @returns {import('vite').Plugin}
 */
export function firstScript() {
  let path = DEV_PATH;
  let isBuild = false;
  return {
    name: 'memtrace-first-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const source = await bundle();
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      path = `assets/first-script-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: path, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${DEV_PATH}`, (_request, response, next) => {
        bundle().then((source) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(source);
        }, next);
      });
    },
    transformIndexHtml: {
      // After Vite looked at the scripts: it cannot bundle a classic one and would warn.
      order: 'post',
      handler(html) {
        if (!html.includes(MARK)) throw new Error(`index.html lost its ${MARK} mark.`);
        return html.replace(MARK, `<script src="./${path}"></script>`);
      },
    },
  };
}
