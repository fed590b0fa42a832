import type { ToolSpec } from '../../models/contract/chat';
import type { JsonValue } from '../../models/contract/usage';

/** What a tool answered: the text for the model, and in a few words what it was about for people. */
export interface ToolOutput {
  readonly text: string;
  readonly about?: string;
}

/** Something the model may call. Never throws for what the model wrote. */
export interface Tool {
  readonly spec: ToolSpec;
  run(args: Arguments): ToolOutput | Promise<ToolOutput>;
}

type Schema = Readonly<Record<string, JsonValue>>;

/** A tool description with its arguments; those in `required` have to be given. */
export const spec = (
  name: string,
  description: string,
  properties: Readonly<Record<string, Schema>> = {},
  required: readonly string[] = [],
): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties, required, additionalProperties: false },
});

export const text = (description: string): Schema => ({ type: 'string', description });
export const whole = (description: string): Schema => ({ type: 'integer', description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });

/** The arguments of a call: whatever the model wrote, read field by field. */
export class Arguments {
  private readonly fields: ReadonlyMap<string, JsonValue>;

  constructor(value: JsonValue | undefined) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.fields = new Map(isObject ? Object.entries(value) : []);
  }

  /** A text, or a number as text; empty when missing. */
  text(name: string): string {
    const value = this.fields.get(name);
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value : '';
  }

  /** A whole number within bounds, also when it was written as a text. */
  whole(name: string, fallback: number, least: number, most: number): number {
    const value = this.fields.get(name);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
    return Math.min(most, Math.max(least, Math.floor(number)));
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.fields.get(name);
    if (value === 'true') return true;
    if (value === 'false') return false;
    return typeof value === 'boolean' ? value : fallback;
  }

  /** A list of texts; one text counts as a list of one. */
  texts(name: string): readonly string[] {
    const value = this.fields.get(name);
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  value(name: string): JsonValue | undefined {
    return this.fields.get(name);
  }
}
