export type ThemeChoice = 'auto' | 'light' | 'dark';
export const THEMES: readonly ThemeChoice[] = ['auto', 'light', 'dark'];

const KEY = 'memtrace.theme';

/** The chosen theme, kept for the next visit where the browser allows it. */
export class Theme {
  #choice = $state<ThemeChoice>(remembered());

  constructor() {
    this.#apply();
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  set choice(choice: ThemeChoice) {
    this.#choice = choice;
    this.#apply();
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // Storage is switched off: the theme lasts as long as the page.
    }
  }

  #apply(): void {
    const { dataset } = document.documentElement;
    if (this.#choice === 'auto') delete dataset['theme'];
    else dataset['theme'] = this.#choice;
  }
}

function remembered(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'auto';
  } catch {
    return 'auto';
  }
}
