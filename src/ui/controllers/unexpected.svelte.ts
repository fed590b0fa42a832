/** How much of an error is kept: a message may carry a whole value. */
const LONGEST = 8_000;

/** Catches what no part of the page expected, so that it is shown instead of lost in a console. */
export class Unexpected {
  details = $state<string | undefined>(undefined);

  /** Listens to errors nobody handled; returns what stops it. */
  listen(): () => void {
    const thrown = (event: ErrorEvent) => {
      // Browsers report a harmless delay of resize observers this way.
      if (event.message.startsWith('ResizeObserver loop')) return;
      this.note(event.error ?? event.message);
    };
    const rejected = (event: PromiseRejectionEvent) => this.note(event.reason);
    window.addEventListener('error', thrown);
    window.addEventListener('unhandledrejection', rejected);
    return () => {
      window.removeEventListener('error', thrown);
      window.removeEventListener('unhandledrejection', rejected);
    };
  }

  /** Shows the first error; those after it are mostly its consequences and are added below. */
  note(error: unknown): void {
    const text = describe(error);
    this.details = this.details === undefined ? text : `${this.details}\n\n${text}`;
    this.details = this.details.slice(0, LONGEST);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? '';
  return stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`;
}
