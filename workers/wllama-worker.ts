// llama.cpp in WebAssembly: runs GGUF models. Everything it does is in src/.
import { expose } from 'comlink';
import { WllamaWorkerApi } from '../src/notebook/models/engines/wllama-worker-api';

expose(new WllamaWorkerApi());
