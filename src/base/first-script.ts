// The first code of the page (.ci/vite-first-script.ts puts it there): from here on the browser
// itself refuses every connection but those to this site and to the origins the user allowed, in
// the page and in its blob workers.
import { connectPolicy, readAllowedOrigins } from './allowed-origins';

function allowedOrigins(): readonly string[] {
  try {
    return readAllowedOrigins(localStorage);
  } catch {
    // Storage is switched off in this browser: nothing can have been allowed.
    return [];
  }
}

const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = connectPolicy(allowedOrigins());
document.head.append(policy);
