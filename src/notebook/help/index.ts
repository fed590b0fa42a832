// The example as people read it; `record-example.test.ts` runs the same file.
export { default as RECORD_EXAMPLE } from './record-example.ts?raw';
