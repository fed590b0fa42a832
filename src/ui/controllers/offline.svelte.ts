/** Registers the service worker and knows when a newer version of the page waits. */
export class Offline {
  /** A newer version is here and waits for the reload that the user agrees to. */
  waiting = $state.raw<ServiceWorker | undefined>(undefined);
  /** Whether the page opens without a network from now on. */
  ready = $state(false);
  #reloads = false;

  /** Registers it; the page works as well without, only not offline. */
  async register(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => {
      if (this.#reloads) location.reload();
    });
    try {
      const registration = await serviceWorker.register('./service-worker.js');
      this.#watch(registration);
      await serviceWorker.ready;
      this.ready = true;
    } catch {
      // A host without it, or a browser that refuses: the page is used online.
    }
  }

  /** Lets the waiting version take over and reloads; everything must be stored before. */
  reload(): void {
    this.#reloads = true;
    this.waiting?.postMessage('take over');
  }

  #watch(registration: ServiceWorkerRegistration): void {
    if (registration.waiting) this.waiting = registration.waiting;
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        // The very first one has nothing to replace.
        if (installing.state === 'installed' && navigator.serviceWorker.controller)
          this.waiting = installing;
      });
    });
  }
}
