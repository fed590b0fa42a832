let flush: () => Promise<void> = () => Promise.resolve();

/** What must be stored before the page loads itself anew; the newest caller stands. */
export function beforeReload(store: () => Promise<void>): void {
  flush = store;
}

/** Loads the page anew once everything is stored: an edit of the last seconds may be under way. */
export function reloadPage(): void {
  void flush().finally(() => location.reload());
}
