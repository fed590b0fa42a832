import type { RecordedTrace } from '../../engine/recorded-trace';
import { timeOf, type BufferedMessage } from './wording';

const SECOND = 1_000;
const SCALES = [
  { unit: 'seconds', length: SECOND, below: 60 * SECOND, note: 'immediate response' },
  { unit: 'minutes', length: 60 * SECOND, below: 3_600 * SECOND, note: 'recent response' },
  { unit: 'hours', length: 3_600 * SECOND, below: 86_400 * SECOND, note: 'same day conversation' },
  {
    unit: 'days',
    length: 86_400 * SECOND,
    below: Number.POSITIVE_INFINITY,
    note: 'long gap, likely new conversation',
  },
] as const;

const WRITTEN = /^Time gap: (\d+) (\w+) \((.*)\)$/;
const UNKNOWN = 'No time gap information available';

/** Says how long ago the last message was; the remark on it is learned from the record where it has one. */
export class TimeGap {
  private readonly notes = new Map<string, string>();
  private unknown = UNKNOWN;

  constructor(trace: RecordedTrace | undefined) {
    if (trace === undefined) return;
    const { graph } = trace;
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.className(node) !== 'time_gap') continue;
      const text = trace.text(node);
      const [, , unit, note] = WRITTEN.exec(text) ?? [];
      if (unit !== undefined && note !== undefined) this.notes.set(unit, note);
      else this.unknown = text;
    }
  }

  text(history: readonly BufferedMessage[], next: readonly BufferedMessage[]): string {
    const gap = timeOf(next[0]?.timestamp ?? '') - timeOf(history.at(-1)?.timestamp ?? '');
    if (Number.isNaN(gap)) return this.unknown;
    const scale = SCALES.find(({ below }) => gap < below) ?? SCALES[0];
    const count = Math.floor(Math.max(0, gap) / scale.length);
    return `Time gap: ${count} ${scale.unit} (${this.notes.get(scale.unit) ?? scale.note})`;
  }
}
