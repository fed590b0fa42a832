import { assertNever, type Result } from '../../base/result';
import {
  VALUE_WINDOW,
  type OperationView,
  type TraceService,
  type VariableView,
} from '../../notebook/service/contract';
import type { Look, Span } from './address';
import { Latest } from './latest.svelte';

/** How much is shown before a quote that lies deep in a long value, in UTF-16 units. */
const LEAD = 2_000;

export type Looked =
  | { readonly kind: 'operation'; readonly look: Look; readonly view: Result<OperationView> }
  | { readonly kind: 'variable'; readonly look: Look; readonly view: Result<VariableView> };

/** What the inspector shows. */
export class Looking {
  readonly shown = new Latest<Looked>();
  readonly #service: TraceService;

  constructor(service: TraceService) {
    this.#service = service;
  }

  /** Fetches what is looked at; a variable from the window that holds its quote. */
  async at(look: Look | undefined): Promise<void> {
    switch (look?.kind) {
      case undefined:
        this.shown.clear();
        return;
      case 'operation':
        await this.shown.load(async () => ({
          kind: 'operation',
          look,
          view: await this.#service.operationView(look.traceKey, look.opId),
        }));
        return;
      case 'variable':
        await this.window(look, offsetFor(look.quote));
        return;
      default:
        assertNever(look);
    }
  }

  /** The whole value in a form, window by window. What cannot be read any more is left out. */
  async whole(
    { traceKey, nodeId }: Look & { readonly kind: 'variable' },
    form: 'decoded' | 'nested' | 'raw',
  ): Promise<string> {
    const parts: string[] = [];
    for (let offset = 0; ; offset += VALUE_WINDOW) {
      const view = await this.#service.variableView(traceKey, nodeId, offset);
      const part = view.ok ? (view.value[form] ?? view.value.decoded) : '';
      parts.push(part);
      if (part.length < VALUE_WINDOW) return parts.join('');
    }
  }

  /** Fetches another window of the value. */
  async window(look: Look & { readonly kind: 'variable' }, offset: number): Promise<void> {
    await this.shown.load(async () => ({
      kind: 'variable',
      look,
      view: await this.#service.variableView(look.traceKey, look.nodeId, Math.max(0, offset)),
    }));
  }
}

const offsetFor = (quote: Span | undefined): number =>
  quote === undefined || quote.end <= VALUE_WINDOW ? 0 : Math.max(0, quote.start - LEAD);
