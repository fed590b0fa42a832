/** Changes since the last export after which the page reminds of exporting. */
const MANY = 40;

const keyOf = (id: string): string => `memtrace.exported.${id}`;

/** When a notebook was exported last, and how much was changed since. Kept beside the notebook. */
export class Exports {
  at = $state<number | undefined>(undefined);
  changes = $state(0);
  readonly #id: string;
  #reminded = false;

  constructor(id: string) {
    this.#id = id;
    const [at, changes] = (read(keyOf(id)) ?? '').split(' ').map(Number);
    this.at = at !== undefined && at > 0 ? at : undefined;
    this.changes = changes !== undefined && Number.isFinite(changes) ? changes : 0;
  }

  changed(): void {
    this.changes++;
    this.#write();
  }

  exported(): void {
    this.at = Date.now();
    this.changes = 0;
    this.#write();
  }

  /** Whether to remind now; at most once a visit. */
  get isDue(): boolean {
    const due = !this.#reminded && this.changes >= MANY;
    if (due) this.#reminded = true;
    return due;
  }

  #write(): void {
    try {
      localStorage.setItem(keyOf(this.#id), `${this.at ?? 0} ${this.changes}`);
    } catch {
      // Storage is switched off, and the banner about that says to export already.
    }
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
