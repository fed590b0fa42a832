import type { Result } from '../../base/result';
import type { Usage } from './usage';
import type { CallOptions } from './chat';

export interface EmbedReply {
  /** One vector a text, in the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly usage: Usage;
  readonly cached: boolean;
}

/** A model that turns texts into vectors of one length. */
export interface EmbeddingModel {
  readonly description: { readonly id: string; readonly label: string; readonly onDevice: boolean };
  embed(
    texts: readonly string[],
    options: Omit<CallOptions, 'onText'>,
  ): Promise<Result<EmbedReply>>;
}
