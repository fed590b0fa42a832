/** The words of a variable's value, and the conversation time recorded beside them. */
export interface NodeText {
  readonly text: string;
  readonly at: string | undefined;
}

/** Fields that name or place a record; none of them is something that was said. */
export const LABELS: ReadonlySet<string> = new Set([
  'id',
  'event_id',
  'role',
  'name',
  'store',
  'user_id',
  'timestamp',
  'created_at',
  'updated_at',
]);

/** What an object without objects in it says: its texts, one a line; `undefined` for one with objects. */
export function flatText(value: Readonly<Record<string, unknown>>): NodeText | undefined {
  let text = '';
  let isFirst = true;
  let at: string | undefined;
  for (const [key, field] of Object.entries(value)) {
    if (typeof field === 'object' && field !== null) return undefined;
    if (typeof field !== 'string') continue;
    if (key === 'timestamp') at = field;
    if (LABELS.has(key)) continue;
    text = isFirst ? field : `${text}\n${field}`;
    isFirst = false;
  }
  return { text, at };
}
