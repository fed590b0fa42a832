import type { NodeId, OpId, TraceKey } from '../../base/brand';
import type { Quote } from '../../cases/verdict';
import type { CaseView, OperationBrief } from '../../notebook/service/contract';
import type { Look } from '../controllers/address';

/** What the parts of a case need to link to what they mention. */
export interface CaseLinks {
  readonly operation: (opId: OpId) => string;
  readonly variable: (nodeId: NodeId) => string;
  readonly quote: (quote: Quote) => string;
  readonly brief: (opId: OpId) => OperationBrief | undefined;
}

/** Makes the links of one case. */
export function linksOf(
  key: TraceKey,
  operations: CaseView['operations'],
  look: (look: Look) => string,
): CaseLinks {
  const briefs = new Map(operations.map((operation) => [operation.opId, operation]));
  return {
    operation: (opId) => look({ kind: 'operation', traceKey: key, opId }),
    variable: (nodeId) => look({ kind: 'variable', traceKey: key, nodeId, quote: undefined }),
    quote: ({ variable, start, end }) =>
      look({ kind: 'variable', traceKey: key, nodeId: variable, quote: { start, end } }),
    brief: (opId) => briefs.get(opId),
  };
}
