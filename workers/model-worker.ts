// The model worker: asks models, keeps answers, holds the keys. Everything it does is in src/.
import { expose } from 'comlink';
import { ModelWorkerApi } from '../src/notebook/models/model-worker-api';

// A rejection nobody handles stays inside a worker; thrown, it reaches the page as an error event.
addEventListener('unhandledrejection', (event) => {
  setTimeout(() => {
    throw event.reason;
  });
});

expose(new ModelWorkerApi());
