// Stands in for code of the product: a script of the page and a worker, built by the product's own
// configuration.
import ProbeWorker from './probe.worker?worker&inline';
import { tryConnection } from './try-connection';

export interface WorkerReport {
  readonly connection: string;
  readonly hash: string;
  readonly address: string;
}

function inWorker(address: string): Promise<WorkerReport> {
  const worker = new ProbeWorker();
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<WorkerReport>) => {
      worker.terminate();
      resolve(event.data);
    });
    worker.addEventListener('error', () => {
      reject(new Error('The worker did not start.'));
    });
    worker.postMessage(address);
  });
}

const probe = { inPage: tryConnection, inWorker };

declare global {
  interface Window {
    policyProbe: typeof probe;
  }
}

window.policyProbe = probe;
