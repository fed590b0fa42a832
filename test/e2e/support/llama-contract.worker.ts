// Runs the contract's checks on the real llama.cpp, inside the page under test. Posts one line a check.
import { CONTRACT } from '../../support/engine-contract/checks';
import { llamaRig } from '../../support/engine-contract/llama-rig';

interface Order {
  readonly wasm: string;
  readonly ends: Uint8Array<ArrayBuffer>;
  readonly endless: Uint8Array<ArrayBuffer>;
}

async function runAll({ wasm, ends, endless }: Order): Promise<void> {
  const rig = await llamaRig(wasm, { ends, endless });
  for (const { title, run } of CONTRACT) {
    try {
      await run(rig);
      postMessage(`held: ${title}`);
    } catch (error) {
      postMessage(`broken: ${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  rig.stop();
  postMessage(END);
}

/** The line after the last one. */
const END = 'end';

addEventListener('message', (event: MessageEvent<Order>) => {
  void runAll(event.data).catch((error: unknown) => postMessage(`broken: ${String(error)}`));
});
