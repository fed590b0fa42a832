// WebLLM: runs models on the graphics card. Everything it does is in src/.
import { expose } from 'comlink';
import { WebLlmWorkerApi } from '../src/notebook/models/engines/webllm-worker-api';

expose(new WebLlmWorkerApi());
