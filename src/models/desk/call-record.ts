import type { ProblemKind } from '../../base/problems';
import type { CallOutcome } from '../calls/ports';
import type { ChatRequest } from '../contract/chat';
import type { Usage } from '../contract/usage';
import type { DeskParts } from './parts';

interface Ending {
  readonly usage: Usage;
  readonly received: number;
  readonly problem?: ProblemKind;
}

let counter = 0;

/** Writes the one line of the log that a call leaves. */
export class CallRecord {
  host: string | undefined;
  requests = 0;
  private readonly at: number;
  private readonly sent: number;

  constructor(
    private readonly parts: DeskParts,
    private readonly modelId: string,
    private readonly purpose: string,
    private readonly key: string,
    request: ChatRequest | { readonly texts: readonly string[] },
  ) {
    this.at = parts.clock.now();
    const texts = 'texts' in request ? request.texts : request.messages.map(({ text }) => text);
    this.sent = texts.reduce((sum, text) => sum + text.length, 0);
  }

  /** Characters of what is asked. */
  get characters(): number {
    return this.sent;
  }

  ended(outcome: CallOutcome, { usage, received, problem }: Ending): void {
    const now = this.parts.clock.now();
    counter = (counter + 1) % 1_000_000;
    this.parts.log.write({
      id: `${String(this.at).padStart(14, '0')}-${String(counter).padStart(6, '0')}`,
      at: this.at,
      modelId: this.modelId,
      purpose: this.purpose,
      host: this.requests > 0 ? this.host : undefined,
      outcome,
      problem,
      requests: this.requests,
      sent: this.sent,
      received,
      milliseconds: now - this.at,
      usage,
      key: this.key,
    });
  }
}
