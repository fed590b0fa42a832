import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, StateEffect, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, MatchDecorator, ViewPlugin } from '@codemirror/view';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';

/** Placeholders of both Python ways of filling in. */
const PLACES = new MatchDecorator({
  regexp: /\$\{?[A-Za-z_]\w*\}?|\{[A-Za-z_]\w*\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-name' }),
});

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = PLACES.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = PLACES.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', fontSize: '13px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { maxHeight: '420px', overflow: 'auto' },
  '.cm-placeholder-name': { backgroundColor: 'var(--mark)', borderRadius: '3px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-changedLine': { backgroundColor: 'transparent !important' },
  '.cm-insertedLine': {
    backgroundColor: 'color-mix(in srgb, var(--held) 12%, transparent) !important',
  },
  '.cm-changedText': {
    background: 'color-mix(in srgb, var(--held) 25%, transparent) !important',
    textDecoration: 'underline',
    textDecorationColor: 'var(--held)',
  },
  '.cm-deletedChunk': { backgroundColor: 'transparent !important', color: 'var(--ink-2)' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--lost) 20%, transparent) !important',
    textDecoration: 'line-through',
  },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none' },
  '.cm-chunkButtons': { display: 'none' },
});

/** An editor of a prompt inside an element of the page. */
export interface PromptEditor {
  setText(text: string): void;
  /** Shows what differs from another text; without one it shows nothing of the kind. */
  compareWith(original: string | undefined): void;
  destroy(): void;
}

/** Makes an editor. Tab leaves it: indenting is worth less than being able to get out by keyboard. */
export function makePromptEditor(
  parent: HTMLElement,
  options: {
    readonly text: string;
    readonly label: string;
    readonly readOnly: boolean;
    readonly onchange: (text: string) => void;
  },
): PromptEditor {
  let original: string | undefined;
  const extensions = (): Extension => [
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(options.readOnly),
    EditorView.contentAttributes.of({ 'aria-label': options.label }),
    marks,
    look,
    original === undefined
      ? []
      : unifiedMergeView({ original, mergeControls: false, gutter: true, highlightChanges: true }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onchange(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: options.text, extensions: extensions() }),
  });
  return {
    setText: (text) => {
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    compareWith: (text) => {
      if (text === original) return;
      // What an extension holds outlives being configured anew: it has to be gone once in between.
      original = undefined;
      view.dispatch({ effects: StateEffect.reconfigure.of(extensions()) });
      if (text === undefined) return;
      original = text;
      view.dispatch({ effects: StateEffect.reconfigure.of(extensions()) });
    },
    destroy: () => view.destroy(),
  };
}
