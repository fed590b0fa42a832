import { allowOrigin, readAllowedOrigins } from '../../base/allowed-origins';
import { reloadPage } from '../controllers/reload';

/** Those of the origins that the page may not reach yet. */
export function notYetAllowed(origins: readonly string[]): readonly string[] {
  const allowed = readAllowedOrigins(localStorage);
  return [...new Set(origins)].filter((o) => !allowed.includes(o) && o !== location.origin);
}

/**
 * Allows origins and loads the page anew: its policy can only be widened so.
 * @param draft what was typed, without keys, to be found again under `name`
 */
export function allowAndReload(
  origins: readonly string[],
  storage: Storage,
  name: string,
  draft: string,
): void {
  for (const origin of origins) allowOrigin(localStorage, origin);
  storage.setItem(name, draft);
  reloadPage();
}

/** What was typed before the page was loaded anew, once. */
export function takeDraft(storage: Storage, name: string): string | undefined {
  const kept = storage.getItem(name) ?? undefined;
  storage.removeItem(name);
  return kept;
}
