import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import type { RunParts } from './attribution-run';

/** The attribution methods that run in the trace worker, by name. */
export const methods: RunParts['methods'] = { flow: flowVerdicts };
