import { proxy, transfer, wrap } from 'comlink';
import { problem, type Problem } from '../../base/problem';
import type { WorkerLike } from '../service/connection';
import type { ModelConnection, ModelService } from './contract';
import { modelsOf } from './models-at';
import type { EnginePorts, ModelEvent, ModelStart, ModelWorkerApi } from './model-worker-api';

/** The page's side of the model worker. Owns the proxies for as long as the page lives. */
export class ModelClient implements ModelConnection {
  readonly service: ModelService;
  readonly chatModels: ModelConnection['chatModels'];
  readonly chat: ModelConnection['chat'];
  readonly embedding: ModelConnection['embedding'];
  private readonly remote;
  private readonly changeListeners = new Set<() => void>();
  private readonly problemListeners = new Set<(problem: Problem) => void>();
  private readonly unheard: Problem[] = [];

  constructor(worker: WorkerLike, start: ModelStart, ports: EnginePorts) {
    const remote = wrap<ModelWorkerApi>(worker);
    this.remote = remote;
    const { service } = remote;
    this.service = {
      view: () => service.view(),
      save: (setting, keys) => service.save(setting, keys),
      remove: (id) => service.remove(id),
      setKey: (lane, key) => service.setKey(lane, key),
      rememberKeys: (passphrase) => service.rememberKeys(passphrase),
      unlockKeys: (passphrase) => service.unlockKeys(passphrase),
      forgetKeys: () => service.forgetKeys(),
      test: (setting, keys) => service.test(setting, keys),
      testLocal: (id) => service.testLocal(id),
      load: (id, repair) => service.load(id, repair),
      stopLoading: (id) => service.stopLoading(id),
      unload: (id) => service.unload(id),
      stored: (id) => service.stored(id),
      removeFiles: (id) => service.removeFiles(id),
      takeFile: (id, file) => service.takeFile(id, file),
      setLimit: (limits) => service.setLimit(limits),
      resetSpent: () => service.resetSpent(),
      log: () => service.log(),
      kept: (key) => service.kept(key),
      clearLog: () => service.clearLog(),
      clearKept: () => service.clearKept(),
    };
    const models = modelsOf(remote.calls);
    this.chatModels = () => models.chatModels();
    this.chat = (id, limits) => models.chat(id, limits);
    this.embedding = (id, limits) => models.embedding(id, limits);
    worker.addEventListener('error', this.onError);
    worker.addEventListener('messageerror', this.onError);
    const sendPort: EnginePorts = async (kind) => {
      const port = await ports(kind);
      return port.ok ? transfer(port, [port.value]) : port;
    };
    void remote.start(start, proxy(sendPort), proxy(this.onEvent));
  }

  onChange(listener: () => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  onProblem(listener: (problem: Problem) => void): () => void {
    this.problemListeners.add(listener);
    for (const missed of this.unheard.splice(0)) listener(missed);
    return () => this.problemListeners.delete(listener);
  }

  newPort(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    void this.remote.connect(transfer(port1, [port1]));
    return port2;
  }

  private readonly onEvent = (event: ModelEvent): void => {
    if (event.kind === 'changed') for (const listener of this.changeListeners) listener();
    else this.tell(event.problem);
  };

  private readonly onError = (event: Event): void => {
    this.tell(problem('unexpected', 'message' in event ? String(event.message) : event.type));
  };

  private tell(met: Problem): void {
    if (this.problemListeners.size === 0) this.unheard.push(met);
    for (const listener of this.problemListeners) listener(met);
  }
}
