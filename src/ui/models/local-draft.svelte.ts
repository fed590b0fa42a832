import { toOrigin } from '../../base/allowed-origins';
import type { LocalSetting, ModelUse } from '../../models/settings/model-setting';
import { fitting, readCatalogue, type CatalogueEntry } from '../../notebook/models/catalogue';
import { lookAtDevice } from './device';
import { allowAndReload, notYetAllowed, takeDraft } from './allowing';
import { amount } from './endpoint-draft.svelte';
import { ggufSetting } from './gguf-setting';

const DRAFT_KEY = 'memtrace.local-model-draft';
/** Where WebLLM's catalogue keeps weights and libraries, and where the host sends large files from. */
const CATALOGUE_ORIGINS = [
  'https://huggingface.co',
  'https://cas-bridge.xethub.hf.co',
  'https://us.aws.cdn.hf.co',
  'https://raw.githubusercontent.com',
];
/** The same for a GGUF file on that host. */
const HUB = 'https://huggingface.co';
const HUB_ORIGINS = CATALOGUE_ORIGINS.slice(0, 3);

export type LocalKind = 'catalogue' | 'webllm' | 'gguf' | 'built-in';

/** What is typed into the form for a model on this device; survives the reload that allowing needs. */
export class LocalDraft {
  kind = $state<LocalKind>('gguf');
  use = $state<ModelUse>('chat');
  modelUrl = $state('');
  libUrl = $state('');
  ggufUrl = $state('');
  context = $state('');
  file = $state.raw<File | undefined>(undefined);
  entries = $state.raw<readonly CatalogueEntry[]>([]);
  chosen = $state('');
  reading = $state(false);
  cameBack = $state(false);

  constructor(private readonly storage: Storage) {
    const kept = takeDraft(storage, DRAFT_KEY);
    if (kept === undefined) return;
    const [kind = '', use = '', modelUrl = '', libUrl = '', ggufUrl = '', context = ''] =
      kept.split('\n');
    this.kind = kind === 'catalogue' || kind === 'webllm' || kind === 'built-in' ? kind : 'gguf';
    this.use = use === 'embedding' ? 'embedding' : 'chat';
    this.modelUrl = modelUrl;
    this.libUrl = libUrl;
    this.ggufUrl = ggufUrl;
    this.context = context;
    this.cameBack = true;
    if (this.kind === 'catalogue') void this.readCatalogue();
  }

  /** Reads WebLLM's catalogue: the builds that fit this device, one a model. */
  async readCatalogue(): Promise<void> {
    if (this.entries.length > 0 || this.reading) return;
    this.reading = true;
    try {
      const [entries, device] = await Promise.all([readCatalogue(), lookAtDevice()]);
      this.entries = fitting(entries, device.f16 ?? false);
      this.chosen = this.entries[0]?.id ?? '';
    } finally {
      this.reading = false;
    }
  }

  get entry(): CatalogueEntry | undefined {
    return this.entries.find(({ id }) => id === this.chosen);
  }

  get #origins(): readonly string[] {
    switch (this.kind) {
      case 'catalogue':
        return CATALOGUE_ORIGINS;
      case 'webllm':
        return [this.modelUrl, this.libUrl].map(toOrigin).filter((o) => o !== undefined);
      case 'gguf': {
        const origin = this.file ? undefined : toOrigin(this.ggufUrl);
        return origin === undefined ? [] : origin === HUB ? HUB_ORIGINS : [origin];
      }
      case 'built-in':
        return [];
    }
  }

  /** Origins that the page may not reach yet. */
  get toAllow(): readonly string[] {
    return notYetAllowed(this.#origins);
  }

  allow(): void {
    const { kind, use, modelUrl, libUrl, ggufUrl, context } = this;
    const draft = [kind, use, modelUrl, libUrl, ggufUrl, context].join('\n');
    allowAndReload(this.toAllow, this.storage, DRAFT_KEY, draft);
  }

  /** The model as it is chosen; `undefined` while something is missing. */
  setting(): LocalSetting | undefined {
    const contextTokens = amount(this.context);
    const { use } = this;
    switch (this.kind) {
      case 'catalogue':
        return this.entry && fromEntry(this.entry, contextTokens);
      case 'webllm': {
        const { modelUrl, libUrl } = this;
        if (toOrigin(modelUrl) === undefined || toOrigin(libUrl) === undefined) return undefined;
        const name = lastPart(modelUrl);
        const known = { memoryBytes: undefined, needsF16: /f16/.test(libUrl) };
        const label = `${name} (WebLLM)`;
        return {
          kind: 'webllm',
          id: `webllm/${name}`,
          label,
          use,
          contextTokens,
          modelUrl,
          libUrl,
          ...known,
        };
      }
      case 'gguf': {
        const url = this.file ? undefined : this.ggufUrl.trim();
        if (url !== undefined && toOrigin(url) === undefined) return undefined;
        const fileName = this.file?.name ?? lastPart(url ?? '');
        return ggufSetting(fileName, url, use, contextTokens);
      }
      case 'built-in': {
        const id = 'chrome/built-in';
        return { kind: 'built-in', id, label: 'Built-in model', use: 'chat', contextTokens };
      }
    }
  }

  clear(): void {
    this.modelUrl = this.libUrl = this.ggufUrl = this.context = '';
    this.file = undefined;
    this.cameBack = false;
  }
}

function fromEntry(entry: CatalogueEntry, contextTokens: number | undefined): LocalSetting {
  const { id, modelUrl, libUrl, memoryBytes, needsF16, use } = entry;
  return {
    kind: 'webllm',
    id,
    label: `${id} (WebLLM)`,
    use,
    contextTokens: contextTokens ?? entry.contextTokens,
    modelUrl,
    libUrl,
    memoryBytes,
    needsF16,
  };
}

/** The last part of an address that names something. */
function lastPart(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== 'resolve' && part !== 'main');
  return decodeURIComponent(parts.at(-1) ?? url);
}
