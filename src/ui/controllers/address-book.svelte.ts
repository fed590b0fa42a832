import { formatAddress, parseAddress, type Address, type CaseRef, type Look } from './address';

/** Keeps the page's address and the location in step; going back in the browser goes back here. */
export class AddressBook {
  #at = $state.raw<Address>(parseAddress(location.hash));

  get at(): Address {
    return this.#at;
  }

  /** Listens to the browser's back and forward; returns what stops it. */
  follow(): () => void {
    const read = () => (this.#at = parseAddress(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }

  /** The link to a case, with nothing in the inspector. */
  caseLink = (ref: CaseRef): string => formatAddress({ case: ref, look: undefined });

  /** The link that shows something in the inspector and leaves the open case open. */
  lookLink = (look: Look): string => formatAddress({ case: this.#at.case, look });

  openCase(ref: CaseRef): void {
    location.hash = this.caseLink(ref);
  }

  look(look: Look): void {
    location.hash = this.lookLink(look);
  }

  /** Closes the inspector. */
  stopLooking(): void {
    location.hash = formatAddress({ case: this.#at.case, look: undefined });
  }
}
