/** A short message; `undo` takes back what it tells of, `expire` makes it final. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'trouble';
  readonly undo: (() => void) | undefined;
  /** Something else to do about it. */
  readonly action?: NoticeAction | undefined;
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** How long a message stays, in milliseconds; one with "Undo" must leave time to read and reach it. */
const STAY = { plain: 6_000, undo: 12_000 };

/** The messages at the bottom of the page and what screen readers are told. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  /** The newest line for the live region. */
  spoken = $state('');
  readonly #ends = new Map<number, { readonly timer: number; readonly expire: () => void }>();
  #made = 0;

  /** Tells screen readers only. */
  speak(text: string): void {
    this.spoken = text;
  }

  /** Shows a message. `expire` runs when it goes without having been undone. */
  show(
    text: string,
    options: {
      readonly undo?: () => void;
      readonly expire?: () => void;
      readonly tone?: 'trouble';
      readonly action?: NoticeAction;
    } = {},
  ): void {
    const id = ++this.#made;
    // Said again, it is not said twice.
    const same = this.list.find((notice) => notice.text === text && !notice.undo);
    if (same && !options.undo) this.#remove(same.id);
    const { undo, tone = 'plain', expire = () => undefined, action } = options;
    this.list = [...this.list, { id, text, tone, undo, action }];
    const stay = undo || action ? STAY.undo : STAY.plain;
    // Trouble stays until it is dismissed.
    const timer = tone === 'trouble' ? 0 : window.setTimeout(() => this.dismiss(id), stay);
    this.#ends.set(id, { timer, expire });
    this.speak(text);
  }

  /** Takes a message off; what it offered to undo becomes final. */
  dismiss(id: number): void {
    const end = this.#remove(id);
    end?.expire();
  }

  /** Undoes what the newest message with "Undo" tells of; false when there is none. */
  undoNewest(): boolean {
    const newest = this.list.findLast((notice) => notice.undo);
    if (newest) this.undo(newest);
    return newest !== undefined;
  }

  act(notice: Notice): void {
    this.dismiss(notice.id);
    notice.action?.run();
  }

  undo(notice: Notice): void {
    this.#remove(notice.id);
    notice.undo?.();
  }

  #remove(id: number): { readonly expire: () => void } | undefined {
    const end = this.#ends.get(id);
    window.clearTimeout(end?.timer);
    this.#ends.delete(id);
    this.list = this.list.filter((notice) => notice.id !== id);
    return end;
  }
}
