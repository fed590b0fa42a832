import type { EvolutionGraph } from '../../graph/evolution-graph';
import { decodeValue } from '../../trace/decode/decode-value';
import { plainText } from '../../trace/decode/plain-text';
import { plainValue, type PlainValue } from '../../trace/decode/plain-value';
import { objectField, type JsonObject } from '../../trace/json';
import { RecordedOperation } from './recorded-operation';

/** The record that a replay runs beside: a loaded trace, read by what its variables say. */
export class RecordedTrace {
  private readonly plain = new Map<number, PlainValue>();
  private readonly operations = new Map<number, RecordedOperation>();

  constructor(readonly graph: EvolutionGraph) {}

  /** The decoded value of a variable. */
  value(node: number): PlainValue {
    const known = this.plain.get(node);
    if (known !== undefined) return known;
    const value = plainValue(decodeValue(this.graph.rawValue(node)).node);
    this.plain.set(node, value);
    return value;
  }

  /** The text of a variable: the decoded string, or the value as recorded when it is no string. */
  text(node: number): string {
    const raw = this.graph.rawValue(node);
    const { node: tree } = decodeValue(raw);
    return tree.type === 'string' ? tree.content.text : raw;
  }

  /** What a person reads in a variable. */
  words(node: number): string {
    return plainText(this.graph.rawValue(node));
  }

  metadata(node: number): JsonObject {
    return objectField(this.graph.nodeRecord(node), 'metadata');
  }

  operationMetadata(op: number): JsonObject {
    return objectField(this.graph.operationRecord(op), 'metadata');
  }

  /** One object for each operation, so that what was claimed of it stays claimed. */
  operation(op: number): RecordedOperation {
    const known = this.operations.get(op);
    if (known !== undefined) return known;
    const made = new RecordedOperation(this.graph, op);
    this.operations.set(op, made);
    return made;
  }
}
