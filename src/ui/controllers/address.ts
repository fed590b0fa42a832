import { nodeId, opId, queryId, traceKey } from '../../base/brand';
import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import { formatExplore, parseExplore, type Explore } from './explore';

/** A case by what identifies it: trace and query. */
export interface CaseRef {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
}

/** A span of a raw value, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the inspector looks at. */
export type Look =
  | { readonly kind: 'operation'; readonly traceKey: TraceKey; readonly opId: OpId }
  | {
      readonly kind: 'variable';
      readonly traceKey: TraceKey;
      readonly nodeId: NodeId;
      readonly quote: Span | undefined;
    };

/** Where the page is: which case is open, what the inspector shows and what the explorer. */
export interface Address {
  readonly case: CaseRef | undefined;
  readonly look: Look | undefined;
  readonly explore?: Explore | undefined;
}

export const NOWHERE: Address = { case: undefined, look: undefined };

/**
 * The address as a location hash, for example `#/case/TRACE/QUERY/variable/NODE?quote=4-19`. The
 * inspector's trace is the open case's trace; without a case the hash starts with `#/trace/TRACE`.
 * What is explored follows as `explore=…`, whatever else there is.
 */
export function formatAddress(address: Address): string {
  const { look } = address;
  const open = look && look.traceKey !== address.case?.traceKey ? undefined : address.case;
  const parts = open ? ['case', open.traceKey, open.queryId] : look ? ['trace', look.traceKey] : [];
  if (look?.kind === 'operation') parts.push('operation', look.opId);
  if (look?.kind === 'variable') parts.push('variable', look.nodeId);
  const quote = look?.kind === 'variable' ? look.quote : undefined;
  const fields = [
    ...(quote ? [`quote=${quote.start}-${quote.end}`] : []),
    ...(address.explore ? [`explore=${formatExplore(address.explore)}`] : []),
  ];
  const suffix = fields.length > 0 ? `?${fields.join('&')}` : '';
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}${suffix}`;
}

/** Reads a location hash; anything that is not an address leads nowhere. */
export function parseAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const explore = parseExplore(fieldOf(search, 'explore') ?? '');
  return { ...parsePlace(path, search), ...(explore ? { explore } : {}) };
}

function parsePlace(path: string, search: string): Address {
  const parts = decodeParts(path.split('/'));
  const [start = '', trace = '', ...rest] = parts ?? [];
  if (trace === '') return NOWHERE;
  const key = traceKey(trace);
  if (start === 'trace') return { case: undefined, look: parseLook(key, rest, search) };
  const [query = '', ...more] = rest;
  if (start !== 'case' || query === '') return NOWHERE;
  return {
    case: { traceKey: key, queryId: queryId(query) },
    look: parseLook(key, more, search),
  };
}

function parseLook(key: TraceKey, parts: readonly string[], search: string): Look | undefined {
  const [kind, id = ''] = parts;
  if (id === '') return undefined;
  if (kind === 'operation') return { kind, traceKey: key, opId: opId(id) };
  if (kind !== 'variable') return undefined;
  return { kind, traceKey: key, nodeId: nodeId(id), quote: parseQuote(search) };
}

function parseQuote(search: string): Span | undefined {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(fieldOf(search, 'quote') ?? '');
  const [, start, end] = match ?? [];
  return start === undefined || end === undefined
    ? undefined
    : { start: Number(start), end: Number(end) };
}

/** One `name=value` of those after the `?`, still escaped. */
function fieldOf(search: string, name: string): string | undefined {
  const field = search.split('&').find((one) => one.startsWith(`${name}=`));
  return field?.slice(name.length + 1);
}

/** The parts decoded, or `undefined` when one is not well-formed. */
function decodeParts(parts: readonly string[]): readonly string[] | undefined {
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    // A hand-typed `%` that starts no escape.
    return undefined;
  }
}

/** Whether two references name one case. */
export const sameCase = (a: CaseRef | undefined, b: CaseRef | undefined): boolean =>
  a?.traceKey === b?.traceKey && a?.queryId === b?.queryId;
