declare const brand: unique symbol;

/** A primitive that only its own constructor may make, so that ids of different kinds never mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Hash of a trace's bytes: the identity of a trace, whatever its file is called. */
export type TraceKey = Brand<string, 'TraceKey'>;
/** `op_id` of an operation, unique inside one trace. */
export type OpId = Brand<string, 'OpId'>;
/** `class:name@version`, one node of the evolution graph. */
export type NodeId = Brand<string, 'NodeId'>;
/** The full node id of the query variable of a case, unique inside one trace. */
export type QueryId = Brand<string, 'QueryId'>;

// The only file that may cast: a brand exists in the type system alone.
export const traceKey = (text: string): TraceKey => text as TraceKey;
export const opId = (text: string): OpId => text as OpId;
export const nodeId = (text: string): NodeId => text as NodeId;
export const queryId = (text: string): QueryId => text as QueryId;
