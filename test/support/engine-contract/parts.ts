import { expose } from 'comlink';
import type { LocalEngine } from '../../../src/models/local/local-engine';
import { EngineApi } from '../../../src/notebook/models/engine-api';
import { engineAt } from '../../../src/notebook/models/engine-at';

/** Long enough that every check stops it before its end. */
export const LONG_TEXT = 'one two three four five six seven eight nine ten eleven twelve '.repeat(
  8,
);

/** What has to be there, else the rig is wrong. */
export function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The rig is not complete.');
  return value;
}

/** An engine behind a port, as the page reaches the engines on this device. */
export function overPort(engine: LocalEngine): {
  readonly engine: LocalEngine;
  readonly close: () => void;
} {
  const { port1, port2 } = new MessageChannel();
  expose(new EngineApi(engine), port1);
  const close = (): void => {
    port1.close();
    port2.close();
  };
  return { engine: engineAt(port2), close };
}
