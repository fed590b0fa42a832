import { expose } from 'comlink';
import { mlcCatalogue, mlcPort } from '../../../models/engines/webllm/mlc-port';
import { WebLlmEngine } from '../../../models/engines/webllm/webllm-engine';
import { EngineApi } from '../engine-api';
import { computesInF16, estimateDownload, type CatalogueEntry } from './catalogue';

/** What the worker of WebLLM exposes to the page that starts it. */
export class WebLlmWorkerApi {
  /** Answers the model worker on a port. */
  connect(port: MessagePort): void {
    expose(new EngineApi(new WebLlmEngine(mlcPort())), port);
  }

  /** The models that WebLLM is built for. */
  catalogue(): readonly CatalogueEntry[] {
    return mlcCatalogue().map((record) => ({
      id: record.model_id,
      name: record.model_id.replace(/-q\d+f\d+(?:_\d)?/, '').replace(/-MLC/, ''),
      modelUrl: record.model,
      libUrl: record.model_lib,
      memoryBytes:
        record.vram_required_MB === undefined ? undefined : record.vram_required_MB * 1_000_000,
      downloadBytes: estimateDownload(record.model_id),
      needsF16: computesInF16(record.model_id, record.required_features),
      use: record.embeds ? 'embedding' : 'chat',
      contextTokens: record.overrides?.context_window_size,
    }));
  }
}
