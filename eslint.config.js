import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import memtrace from './.ci/eslint-import-direction.mjs';
import svelteConfig from './svelte.config.js';

const TESTS = ['**/*.test.ts', 'test/**'];

const door = 'Every request goes through src/base/network.ts.';
const network = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'importScripts',
].map((name) => ({ name, message: door }));

const dom = ['document', 'window', 'localStorage', 'sessionStorage', 'alert', 'confirm'].map(
  (name) => ({
    name,
    message: 'Only src/ui knows the page: other rooms run in workers and in Node.',
  }),
);

const node = ['process', 'Buffer', 'require', '__dirname'].map((name) => ({
  name,
  message: 'Only src/headless knows Node: other rooms run in the browser.',
}));

const globalObjects = ['globalThis', 'self', 'window'];
const networkProperties = [
  { object: 'navigator', property: 'sendBeacon', message: door },
  ...globalObjects.flatMap((object) =>
    network.map(({ name, message }) => ({ object, property: name, message })),
  ),
];

const asText = 'Text is only ever shown as text.';
const syntax = [
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/]',
    message: asText,
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(write|writeln)$/][callee.object.name=document]',
    message: asText,
  },
];
const plainWorker = {
  selector: 'NewExpression[callee.name=/^(Shared)?Worker$/]',
  message:
    'Import the worker with `?worker&inline`: only blob workers inherit the security policy.',
};

/**
 * @param {...{ name: string, message: string }[]} groups
 * @returns {import('eslint').Linter.RulesRecord}
 */
const restricted = (...groups) => ({ 'no-restricted-globals': ['error', ...groups.flat()] });

export default defineConfig(
  globalIgnores([
    'dist',
    'coverage',
    '.cache',
    'test-results',
    'playwright-report',
    'public',
    'test/fixtures',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    plugins: { memtrace },
    rules: {
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...syntax, plainWorker],
      'no-restricted-properties': ['error', ...networkProperties],
      'no-empty': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'memtrace/import-direction': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // Numbers are safe to print; everything else needs a thought.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => stop()` is clearer than braces and says the same.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'svelte/no-at-html-tags': 'error',
      ...restricted(network),
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    // Reactive collections are replaced as a whole (`$state.raw`); those that change are private and plain.
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  {
    // Svelte assigns to `let { … } = $props()` and `bind:` in the template, where this rule cannot
    // see it.
    files: ['**/*.svelte'],
    // Nor does it see the types of functions written in the template; svelte-check does, strictly.
    rules: {
      'prefer-const': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/**', 'workers/**'],
    ignores: ['src/ui/**', 'src/headless/**', ...TESTS],
    rules: restricted(network, dom, node),
  },
  {
    files: ['src/headless/**'],
    ignores: TESTS,
    // Its threads are those of Node, which no page's policy covers.
    rules: { ...restricted(network, dom), 'no-restricted-syntax': ['error', ...syntax] },
  },
  {
    files: ['src/base/network.ts'],
    rules: restricted(
      dom,
      node,
      network.filter((g) => g.name !== 'fetch'),
    ),
  },
  {
    // WebLLM fetches by itself: its worker's `fetch` is replaced by the network door there.
    files: ['src/models/engines/webllm/use-door.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // It answers for the page's own files alone.
    files: ['.ci/service-worker.js'],
    rules: restricted(network.filter((g) => g.name !== 'fetch')),
  },
  { files: ['src/base/first-script.ts'], rules: restricted(network, node) },
  {
    files: ['src/base/brand.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [ts.configs.disableTypeChecked] },
);
