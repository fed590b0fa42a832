import type { Held } from '../../engine/held';
import { textField } from '../../engine/plain-fields';
import type { ReplayRun } from '../../engine/run';
import type { StoredUnit } from '../found-units';

/** The memories of a Mem0 run, by the full name of their variables. */
export class Mem0Store {
  readonly units = new Map<string, StoredUnit>();

  /** Stores a version of a unit. */
  put(run: ReplayRun, name: string, held: Held): void {
    const value = run.readValue(held);
    const text = textField(value, 'memory');
    const shown = `Memory: ${text}\nTime: ${textField(value, 'timestamp')}`;
    this.units.set(name, { name, id: name.replace(/^memory-unit-/, ''), held, text, shown });
  }

  delete(name: string): void {
    this.units.delete(name);
  }
}
