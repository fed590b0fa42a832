/** What this device offers for models that run on it; `undefined` where the browser does not say. */
export interface Device {
  readonly webgpu: 'no' | 'no-adapter' | 'yes';
  readonly adapter: string | undefined;
  readonly f16: boolean | undefined;
  /** Bytes of the largest buffer the adapter binds. */
  readonly largestBuffer: number | undefined;
  /** Bytes of main memory, rounded and capped by the browser. */
  readonly memory: number | undefined;
  /** Bytes that the browser would store. */
  readonly space: number | undefined;
  /** What the browser says of its built-in model. */
  readonly builtIn: string | undefined;
}

/** Asks the browser. None of it leaves the page. */
export async function lookAtDevice(): Promise<Device> {
  const [graphics, space, builtIn] = await Promise.all([graphicsOf(), freeSpace(), builtInModel()]);
  const gigabytes: unknown = Reflect.get(navigator, 'deviceMemory');
  const memory = typeof gigabytes === 'number' ? gigabytes * 2 ** 30 : undefined;
  return { ...graphics, memory, space, builtIn };
}

type Graphics = Pick<Device, 'webgpu' | 'adapter' | 'f16' | 'largestBuffer'>;

async function graphicsOf(): Promise<Graphics> {
  const nothing = { adapter: undefined, f16: undefined, largestBuffer: undefined };
  if (!('gpu' in navigator)) return { webgpu: 'no', ...nothing };
  const adapter = await navigator.gpu.requestAdapter().catch(() => undefined);
  if (!adapter) return { webgpu: 'no-adapter', ...nothing };
  const { vendor, architecture, description } = adapter.info;
  return {
    webgpu: 'yes',
    adapter: [description || vendor, architecture].filter(Boolean).join(' '),
    f16: adapter.features.has('shader-f16'),
    largestBuffer: adapter.limits.maxStorageBufferBindingSize,
  };
}

async function freeSpace(): Promise<number | undefined> {
  if (!('storage' in navigator)) return undefined;
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota === undefined ? undefined : Math.max(0, quota - usage);
}

async function builtInModel(): Promise<string | undefined> {
  const model: unknown = Reflect.get(globalThis, 'LanguageModel');
  if (typeof model !== 'function' || !('availability' in model)) return undefined;
  const { availability } = model;
  if (typeof availability !== 'function') return undefined;
  const answer: unknown = await Reflect.apply(availability, model, []);
  return typeof answer === 'string' ? answer : undefined;
}
