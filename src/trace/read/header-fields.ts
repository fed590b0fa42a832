import type { TraceHeader } from '../columns';
import { QUOTE } from './json-bytes';
import { decodeStringToken } from '../string-token';

/** The keys of a graph's top level that the header keeps. */
const HEADER_KEYS: ReadonlySet<string> = new Set([
  'graph_id',
  'user_id',
  'project_id',
  'created_at',
  'metadata',
]);

/** Collects the top-level fields of one graph. */
export class HeaderFields {
  private readonly strings = new Map<string, string>();
  private metadata = '{}';

  static wants(key: string): boolean {
    return HEADER_KEYS.has(key);
  }

  /** Takes the token of a header key. */
  set(key: string, token: Uint8Array): void {
    if (key === 'metadata') this.metadata = new TextDecoder().decode(token);
    else if (token[0] === QUOTE) this.strings.set(key, decodeStringToken(token));
  }

  get hasGraphId(): boolean {
    return this.strings.has('graph_id');
  }

  finish(): TraceHeader {
    return {
      graphId: this.strings.get('graph_id') ?? '',
      userId: this.strings.get('user_id'),
      projectId: this.strings.get('project_id'),
      createdAt: this.strings.get('created_at') ?? '',
      metadata: this.metadata,
    };
  }
}
