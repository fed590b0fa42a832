import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * What each room may import directly; it may also import whatever its imports may. `src/base` is
 * open to all.
 * @type {Record<string, string[]>}
 */
const DIRECT = {
  base: [],
  trace: ['base'],
  sources: ['trace'],
  graph: ['trace'],
  cases: ['graph'],
  models: ['base'],
  replay: ['cases', 'models'],
  attribution: ['cases', 'models', 'replay'],
  optimize: ['replay', 'attribution'],
  report: ['optimize'],
  store: ['base'],
  notebook: ['sources', 'report', 'store'],
  headless: ['notebook'],
  ui: [],
  workers: ['notebook'],
};

/**
 * Rooms that see more types than values: the page and the store hold data whose code lives
 * elsewhere.
 */
const PLAIN_ROOMS = Object.keys(DIRECT).filter(
  (room) => !['ui', 'workers', 'headless'].includes(room),
);

/** @type {Record<string, string[]>} */
const TYPES = {
  store: PLAIN_ROOMS.filter((room) => room !== 'notebook'),
  ui: PLAIN_ROOMS,
};

/** Values that do not follow from DIRECT: the page draws the notebook and nothing behind it. */
const UI_VALUES = new Set(['ui', 'notebook', 'base']);

/**
 * Every room whose values `room` may import, itself included.
 * @param {string} room
 * @returns {Set<string>}
 */
export function valueImports(room) {
  if (room === 'ui') return UI_VALUES;
  const seen = new Set([room, 'base']);
  for (const name of seen) for (const next of DIRECT[name] ?? []) seen.add(next);
  return seen;
}

const TEST_FILE = /(\.test\.ts|\.bench\.ts)$|^test\//;

/**
 * The room of a path below the project: `graph` for src/graph/…, `workers` for workers/….
 * @param {string} path with forward slashes
 */
function roomOf(path) {
  const [top, second, ...rest] = path.split('/');
  if (top === 'workers') return 'workers';
  return top === 'src' && rest.length > 0 ? second : undefined;
}

/**
 * Why `file` may not import `source`, or undefined when it may.
 * @param {string} file path below the project, with forward slashes
 * @param {string} source the text of the import
 * @param {boolean} typeOnly
 * @returns {string | undefined}
 */
export function problemOf(file, source, typeOnly) {
  const from = roomOf(file);
  if (from === undefined || TEST_FILE.test(file)) return undefined;
  if (!(from in DIRECT))
    return `src/${from} is no room: add it to .ci/eslint-import-direction.mjs.`;
  if (!source.startsWith('.')) return packageProblem(from, source);
  const target = relative('/', resolve('/', dirname(file), source))
    .split(sep)
    .join('/');
  const [path = '', query] = target.split('?');
  if (TEST_FILE.test(path) || TEST_FILE.test(`${path}.ts`))
    return 'Product code imports no test code.';
  const to = roomOf(`${path}/index`);
  if (to === undefined) return 'Only files of src/ and workers/ may be imported.';
  if (to === 'workers' && from !== 'workers') {
    const asWorker = from === 'notebook' && query?.split('&').includes('worker');
    return asWorker ? undefined : 'Workers are started by src/notebook with `?worker&inline` only.';
  }
  if (valueImports(from).has(to)) return undefined;
  if (TYPES[from]?.includes(to)) {
    return typeOnly ? undefined : `${from} may import only types from ${to}: use \`import type\`.`;
  }
  return `${from} may not import ${to}: imports point one way (see CONTRIBUTING.md).`;
}

/** @param {string} from @param {string} source */
function packageProblem(from, source) {
  if (from !== 'ui' && /^svelte(\/|$)/.test(source)) return 'Svelte belongs to src/ui.';
  if (from !== 'headless' && source.startsWith('node:'))
    return 'Node modules belong to src/headless.';
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const importDirection = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { direction: '{{reason}}' },
    docs: { description: 'Imports between the rooms of src/ point one way.' },
  },
  create(context) {
    const file = relative(projectRoot, context.filename).split(sep).join('/');
    /**
     * @param {import('eslint').Rule.Node} node
     * @param {unknown} source
     * @param {boolean} typeOnly
     */
    const check = (node, source, typeOnly) => {
      if (typeof source !== 'string') return;
      const reason = problemOf(file, source, typeOnly);
      if (reason) context.report({ node, messageId: 'direction', data: { reason } });
    };
    /** @param {any} node an import or export with a source */
    const declaration = (node) => {
      if (node.source)
        check(node, node.source.value, (node.importKind ?? node.exportKind) === 'type');
    };
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      /** @param {any} node */
      ImportExpression: (node) => check(node, node.source.value, false),
      /** @param {any} node */
      TSImportType: (node) =>
        check(node, node.source?.value ?? node.argument?.literal?.value, true),
    };
  },
};

export default { meta: { name: 'memtrace' }, rules: { 'import-direction': importDirection } };
