export { contentName, floatName } from './identity';
export {
  randomIds,
  SeededClock,
  SeededIds,
  systemClock,
  type Clock,
  type Ids,
} from './ids-and-clock';
export { checkImport, type ImportFault } from './import-check';
export { Operation } from './operation';
export { Float, floatText, type Plain } from './plain';
export { jsonBlock, jsonLine, jsonToHash, reprList, reprText, reprValue } from './python-text';
export { Recorder } from './recorder';
export type {
  LinkParts,
  Metadata,
  OperationParts,
  Place,
  Run,
  SessionParts,
  VariableParts,
} from './records';
export { sha1 } from './sha1';
