import * as v from 'valibot';
import { toOrigin } from '../../base/allowed-origins';
import type { RemoteSetting } from '../../models/settings/model-setting';
import { allowAndReload, notYetAllowed, takeDraft } from './allowing';
import { modelIdOf, PRESETS, type Preset } from './presets';

const DRAFT_KEY = 'memtrace.model-draft';
const DEFAULT_CONCURRENCY = 8;
const DEFAULT_PATIENCE_S = 60;

const draft = v.object({
  preset: v.string(),
  addresses: v.array(v.string()),
  model: v.string(),
  use: v.picklist(['chat', 'embedding']),
  concurrency: v.string(),
  patience: v.string(),
  priceIn: v.string(),
  priceOut: v.string(),
  context: v.string(),
  editing: v.optional(v.string()),
});
type Draft = v.InferOutput<typeof draft>;

const [FIRST] = PRESETS;
const presetBy = (id: string): Preset | undefined => PRESETS.find((preset) => preset.id === id);

/**
 * What is typed into the form for a model behind an endpoint. Survives the reload that allowing an
 * address needs, except for the keys: those are nowhere but in memory.
 */
export class EndpointDraft {
  preset = $state<string>(FIRST?.id ?? 'other');
  addresses = $state<string[]>([FIRST?.baseUrl ?? '']);
  keys = $state<string[]>(['']);
  model = $state('');
  use = $state<'chat' | 'embedding'>('chat');
  concurrency = $state(String(DEFAULT_CONCURRENCY));
  patience = $state(String(DEFAULT_PATIENCE_S));
  priceIn = $state('');
  priceOut = $state('');
  context = $state('');
  /** The id of the model that is changed; `undefined` for a new one. */
  editing = $state<string | undefined>(undefined);
  /** Addresses that were just allowed, after the page came back. */
  cameBack = $state(false);

  constructor(private readonly storage: Storage) {
    const kept = takeDraft(storage, DRAFT_KEY);
    if (kept === undefined) return;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), draft), kept);
    if (read.success) this.#take(read.output);
    this.cameBack = read.success;
  }

  get chosen(): Preset {
    const preset = presetBy(this.preset) ?? FIRST;
    if (!preset) throw new Error('There are no presets.');
    return preset;
  }

  /** Takes a provider's own address, where none of one's own was typed. */
  choose(id: string): void {
    const before = this.chosen;
    this.preset = id;
    this.addresses = this.addresses.map((address) =>
      address === before.baseUrl || address === '' ? this.chosen.baseUrl : address,
    );
  }

  addLane(): void {
    this.addresses.push(this.addresses.at(-1) ?? this.chosen.baseUrl);
    this.keys.push('');
  }

  removeLane(at: number): void {
    this.addresses.splice(at, 1);
    this.keys.splice(at, 1);
  }

  /** Origins that the page may not reach yet. */
  get toAllow(): readonly string[] {
    return notYetAllowed(this.addresses.map(toOrigin).filter((origin) => origin !== undefined));
  }

  get hasBadAddress(): boolean {
    return this.addresses.some((address) => toOrigin(address) === undefined);
  }

  get isComplete(): boolean {
    return this.model.trim() !== '' && !this.hasBadAddress && this.toAllow.length === 0;
  }

  /** Allows the addresses and loads the page anew; what was typed comes back, keys excepted. */
  allow(): void {
    const { preset, addresses, model, use, concurrency, patience } = this;
    const { priceIn, priceOut, context, editing } = this;
    const kept: Draft = {
      ...{ preset, addresses: [...addresses], model, use, concurrency, patience },
      ...{ priceIn, priceOut, context, editing },
    };
    allowAndReload(this.toAllow, this.storage, DRAFT_KEY, JSON.stringify(kept));
  }

  /** Puts a model that is set up into the form. */
  edit(setting: RemoteSetting): void {
    const [lane] = setting.lanes;
    this.preset =
      PRESETS.find((p) => p.provider === setting.provider && p.baseUrl === lane?.baseUrl)?.id ??
      { anthropic: 'other-anthropic', google: 'other-gemini', 'openai-compatible': 'other' }[
        setting.provider
      ];
    this.addresses = setting.lanes.map(({ baseUrl }) => baseUrl);
    this.keys = setting.lanes.map(() => '');
    this.model = setting.model;
    this.use = setting.use;
    this.concurrency = String(setting.concurrency);
    this.patience = String(setting.patienceMs / 1000);
    this.priceIn = setting.price ? String(setting.price.input) : '';
    this.priceOut = setting.price ? String(setting.price.output) : '';
    this.context = setting.contextTokens === undefined ? '' : String(setting.contextTokens);
    this.editing = setting.id;
  }

  /** The model as it is typed. */
  setting(): RemoteSetting {
    const { chosen, model, addresses } = this;
    const id = this.editing ?? modelIdOf(chosen, addresses[0] ?? '', model.trim());
    const [input, output] = [amount(this.priceIn), amount(this.priceOut)];
    return {
      kind: 'remote',
      id,
      label: id,
      use: this.use,
      contextTokens: amount(this.context),
      provider: chosen.provider,
      model: model.trim(),
      lanes: lanesOf(id, addresses),
      needsKey: chosen.needsKey || this.keys.some((key) => key.trim() !== ''),
      concurrency: Math.min(256, Math.max(1, amount(this.concurrency) ?? DEFAULT_CONCURRENCY)),
      patienceMs: Math.max(1, amount(this.patience) ?? DEFAULT_PATIENCE_S) * 1000,
      price: input === undefined || output === undefined ? undefined : { input, output },
      tools: true,
    };
  }

  /** The keys that were typed, by lane. */
  typedKeys(): Readonly<Record<string, string>> {
    const { lanes } = this.setting();
    const typed = lanes.map(({ id }, i) => [id, this.keys[i] ?? ''] as const);
    return Object.fromEntries(typed.filter(([, key]) => key.trim() !== ''));
  }

  clear(): void {
    this.model = this.priceIn = this.priceOut = this.context = '';
    this.addresses = [this.chosen.baseUrl];
    this.keys = [''];
    this.editing = undefined;
    this.cameBack = false;
  }

  #take(kept: Draft): void {
    this.preset = presetBy(kept.preset)?.id ?? 'other';
    this.addresses = kept.addresses;
    this.keys = kept.addresses.map(() => '');
    this.model = kept.model;
    this.use = kept.use;
    this.concurrency = kept.concurrency;
    this.patience = kept.patience;
    this.priceIn = kept.priceIn;
    this.priceOut = kept.priceOut;
    this.context = kept.context;
    this.editing = kept.editing;
  }
}

/**
 * A lane is named by its address, so that a key never goes to another one: not when a lane before it
 * is removed, and not when its own address is changed.
 */
function lanesOf(id: string, addresses: readonly string[]): RemoteSetting['lanes'] {
  const seen = new Map<string, number>();
  return addresses.map((typed) => {
    const baseUrl = typed.trim();
    const n = (seen.get(baseUrl) ?? 0) + 1;
    seen.set(baseUrl, n);
    return { id: `${id} ${baseUrl}${n > 1 ? ` ${n}` : ''}`, baseUrl };
  });
}

/** A number that was typed; `undefined` when there is none. */
export function amount(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(number) || number < 0 ? undefined : number;
}
