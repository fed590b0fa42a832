/** What a changed prompt keeps of what a memory system fills in or reads back. */
export interface PlaceholderCheck {
  /** Placeholders of the recorded prompt that the new text lacks: the memory system would answer blindly. */
  readonly missing: readonly string[];
  /** Placeholders that only the new text has: nothing fills them in. */
  readonly unknown: readonly string[];
  /** Keys of the answer's JSON that the recorded prompt asks for and the new text does not. */
  readonly lostKeys: readonly string[];
}

/**
 * `$name` and `${name}` of Python's string.Template and `{name}` of its str.format; `$$`, `{{` and `}}` stand for
 * the sign itself.
 */
const PLACE = /\$\$|\{\{|\}\}|\$([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\{([A-Za-z_]\w*)\}/g;
/** A key of a JSON object shown as an example. */
const KEY = /["']([A-Za-z_]\w*)["']\s*:/g;

/** The placeholders of a prompt as they are written, each once, in order. */
export function placeholdersOf(text: string): readonly string[] {
  const found = [...text.matchAll(PLACE)].flatMap(([, bare, braced, format]) => {
    const dollar = bare ?? braced;
    if (dollar !== undefined) return [`$${dollar}`];
    return format === undefined ? [] : [`{${format}}`];
  });
  return [...new Set(found)];
}

/** Compares a changed prompt with the recorded one. */
export function checkPlaceholders(recorded: string, changed: string): PlaceholderCheck {
  const before = placeholdersOf(recorded);
  const after = placeholdersOf(changed);
  const keys = (text: string): readonly string[] => [
    ...new Set([...text.matchAll(KEY)].map(([, key]) => key ?? '')),
  ];
  const kept = new Set(keys(changed));
  return {
    missing: before.filter((name) => !after.includes(name)),
    unknown: after.filter((name) => !before.includes(name)),
    lostKeys: keys(recorded).filter((key) => !kept.has(key)),
  };
}

/** Whether the memory system can still work with the changed prompt. */
export const mayRun = (check: PlaceholderCheck): boolean => check.missing.length === 0;
