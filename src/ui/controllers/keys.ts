/** A label: the keys 1 to 7 stand for the error types in the order of the annotation interface. */
export type LabelCommand = '1' | '2' | '3' | '4' | '5' | '6' | '7';

/** What a single key does, outside of text fields. */
export type KeyCommand =
  | 'next-case'
  | 'previous-case'
  | 'next-station'
  | 'previous-station'
  | 'graph'
  | 'search'
  | 'find'
  | 'lifeline'
  | 'prove'
  | 'raw'
  | LabelCommand
  | 'remove-label'
  | 'next-unlabelled'
  | 'label-operation'
  | 'undo'
  | 'redo'
  | 'sheet'
  | 'palette'
  | 'export-notebook'
  | 'show-export'
  | 'escape';

const COMMANDS: ReadonlyMap<string, KeyCommand> = new Map([
  ['j', 'next-case'],
  ['k', 'previous-case'],
  [']', 'next-station'],
  ['[', 'previous-station'],
  ['g', 'graph'],
  ['/', 'search'],
  ['f', 'find'],
  ['l', 'lifeline'],
  ['p', 'prove'],
  ['r', 'raw'],
  ['1', '1'],
  ['2', '2'],
  ['3', '3'],
  ['4', '4'],
  ['5', '5'],
  ['6', '6'],
  ['7', '7'],
  ['0', 'remove-label'],
  ['n', 'next-unlabelled'],
  ['o', 'label-operation'],
  ['u', 'undo'],
  ['U', 'redo'],
  ['?', 'sheet'],
  ['e', 'show-export'],
  ['Escape', 'escape'],
]);

/** With Ctrl or ⌘; these work in text fields too, where the browser's own meaning is no use here. */
const CHORDS: ReadonlyMap<string, KeyCommand> = new Map([
  ['k', 'palette'],
  ['s', 'export-notebook'],
]);

/**
 * The command of a key press, or `undefined` when the key belongs to something else: a text field,
 * an open dialog, a browser shortcut.
 */
export function commandOf(event: KeyboardEvent): KeyCommand | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const { target } = event;
  if (target instanceof Element && target.closest('dialog[open]')) return undefined;
  if (event.ctrlKey || event.metaKey)
    return event.shiftKey ? undefined : CHORDS.get(event.key.toLowerCase());
  if (target instanceof HTMLElement && takesText(target)) return undefined;
  return COMMANDS.get(event.key);
}

function takesText(element: HTMLElement): boolean {
  if (element.isContentEditable) return true;
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button'].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
