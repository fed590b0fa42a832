import { formatAddress, parseAddress, type Address, type CaseRef, type Look } from './address';
import type { Explore } from './explore';

/** Keeps the page's address and the location in step; going back in the browser goes back here. */
export class AddressBook {
  #at = $state.raw<Address>(parseAddress(location.hash));

  /** How often the explorer was asked for, also where it shows what is asked for already. */
  summons = $state(0);

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
  caseLink = (ref: CaseRef): string =>
    formatAddress({ case: ref, look: undefined, explore: this.#at.explore });

  /** The link that shows something in the inspector and leaves the open case open. */
  lookLink = (look: Look): string =>
    formatAddress({ case: this.#at.case, look, explore: this.#at.explore });

  /** The link that shows something in the explorer and leaves everything else as it is. */
  exploreLink = (explore: Explore): string => formatAddress({ ...this.#at, explore });

  openCase(ref: CaseRef): void {
    location.hash = this.caseLink(ref);
  }

  look(look: Look): void {
    location.hash = this.lookLink(look);
  }

  explore(explore: Explore): void {
    location.hash = this.exploreLink(explore);
    this.summons++;
  }

  /** Notes what is explored without a step in the browser's history: for every key of a search. */
  noteExplore(explore: Explore): void {
    history.replaceState(history.state, '', this.exploreLink(explore));
    this.#at = { ...this.#at, explore };
  }

  /** Closes the inspector. */
  stopLooking(): void {
    location.hash = formatAddress({ ...this.#at, look: undefined });
  }
}
