import type { Steps } from '../../base/steps';
import { parseRecord, stringsField } from '../json';
import type { NodeTable } from './node-table';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import type { Place } from '../../base/problem';
import type { Skips } from './skips';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const EVIDENCE_KEY = encoder.encode('"evidence"');
/** Metadata above this size is no question's: it is not searched for evidence. */
const LARGEST_METADATA = 1 << 16;

interface Named {
  readonly names: readonly string[];
  readonly where: Place;
}

/**
 * Checks that the evidence messages which labels (`source_evidence_ids`, full node ids) and
 * questions (`metadata.evidence`, message names without a version) name are in the trace.
 */
export class EvidenceCheck {
  private readonly named: Named[] = [];

  constructor(
    private readonly nodes: NodeTable,
    private readonly skips: Skips,
  ) {}

  addAnnotation(record: RecordView): void {
    const text = decoder.decode(record.bytes.subarray(record.start, record.end));
    const names = stringsField(parseRecord(text), 'source_evidence_ids');
    this.named.push({
      names,
      where: { list: 'annotations', record: record.index, byte: record.offset },
    });
  }

  addQuestion(record: RecordView): void {
    const start = record.fieldStart(FIELD.metadata);
    const end = record.fieldEnd(FIELD.metadata);
    if (end - start < EVIDENCE_KEY.length || end - start > LARGEST_METADATA) return;
    if (!contains(record.bytes, start, end, EVIDENCE_KEY)) return;
    const text = decoder.decode(record.bytes.subarray(start, end));
    const names = stringsField(parseRecord(text), 'evidence');
    if (names.length > 0)
      this.named.push({
        names,
        where: { list: 'nodes', record: record.index, byte: record.offset },
      });
  }

  *finish(): Steps<void> {
    for (const { names, where } of this.named) {
      yield;
      for (const name of names)
        if (!this.known(name))
          this.skips.add(
            'missing-evidence',
            'An evidence id names no variable of the trace.',
            where,
            () => name,
          );
    }
  }

  private known(name: string): boolean {
    const bytes = encoder.encode(name);
    return this.nodes.has(bytes);
  }
}

/** Whether `bytes[start..end)` holds a short pattern. */
function contains(bytes: Uint8Array, start: number, end: number, pattern: Uint8Array): boolean {
  const first = pattern[0] ?? 0;
  const second = pattern[1] ?? 0;
  for (let i = start; i + pattern.length <= end; i++) {
    if (bytes[i] !== first || bytes[i + 1] !== second) continue;
    let k = 2;
    while (k < pattern.length && pattern[k] === bytes[i + k]) k++;
    if (k === pattern.length) return true;
  }
  return false;
}
