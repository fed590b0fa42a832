import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { firstScript } from './.ci/vite-first-script.mjs';
import { serviceWorker } from './.ci/vite-service-worker.mjs';

export default defineConfig({
  // Relative addresses, so that the built folder works under any path of any static host.
  base: './',
  plugins: [firstScript(), svelte(), serviceWorker()],
  // Only classic workers started from a blob inherit the page's security policy.
  worker: { format: 'iife' },
  build: { target: 'es2022' },
  test: {
    // Speed is measured by the benchmarks: on a busy machine a test may take its time, a hanging one ends.
    testTimeout: 60_000,
    // Left to itself one core of two stays idle: 240 s instead of 130 s.
    maxWorkers: '100%',
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: 'coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', '.ci/**/*.test.ts'],
          exclude: ['src/ui/**/*.svelte.test.ts', 'test/e2e/**'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        extends: true,
        plugins: [svelteTesting()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['src/ui/**/*.svelte.test.ts'],
        },
      },
    ],
  },
});
