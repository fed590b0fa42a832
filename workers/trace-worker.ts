// The trace worker: owns opened traces, answers queries, attributes. Everything it does is in src/.
import { expose } from 'comlink';
import { bytesInWorker } from '../src/notebook/service/blob-bytes';
import { methods } from '../src/notebook/service/methods';
import { WorkerApi } from '../src/notebook/service/worker-api';

// A rejection nobody handles stays inside a worker; thrown, it reaches the page as an error event.
addEventListener('unhandledrejection', (event) => {
  setTimeout(() => {
    throw event.reason;
  });
});

expose(new WorkerApi(bytesInWorker, methods));
