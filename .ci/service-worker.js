// The service worker of the built page; .ci/vite-service-worker.mjs puts it beside index.html with
// VERSION, FILES and LARGE filled in. It answers for the page's own files and for nothing else:
// every other request goes its usual way, under the page's policy.
const PREFIX = `memtrace ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const own = (names) => new Set(names.map((name) => new URL(name, self.registration.scope).href));
const files = own(FILES);
const large = own(LARGE);
const page = new URL('index.html', self.registration.scope).href;

self.addEventListener('install', (event) => {
  // All of them or none: half a version would break in the middle of work.
  const fresh = [...files].map((address) => new Request(address, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name)))),
  );
});

// Said by the page once the user agreed to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  const isPage =
    request.mode === 'navigate' && (address === self.registration.scope || address === page);
  if (isPage) event.respondWith(kept(page, request));
  else if (files.has(address)) event.respondWith(kept(address, request));
  else if (large.has(address)) event.respondWith(keptOnUse(address, request));
});

/** From the cache; from the network where the browser cleared it. */
async function kept(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

/** The same for what is too large to fetch before it is wanted. */
async function keptOnUse(address, request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(address);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(address, answer.clone());
  return answer;
}
