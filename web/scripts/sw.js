/*
 * Keeps every file of one build, so that the app opens and plays without a network.
 *
 * A new build brings a new version of this file. It waits until the page says so, since pages of
 * the old build still load parts of it.
 */

const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const CACHE = `bagh-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('bagh-') && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const ours = event.request.method === 'GET' && url.origin === self.location.origin;
  // What the service says, and its pages, are never kept.
  // A board for other pages has headers of its own, which the kept page has not. Ranges of tables
  // are kept by those who ask for them.
  if (!ours || /^\/(api|healthz|metrics|embed|tables)(\/|$)/.test(url.pathname)) return;
  const wanted = event.request.mode === 'navigate' ? '/' : event.request;
  event.respondWith(
    caches
      .open(CACHE)
      // A file is the same whoever asks for it.
      .then((cache) =>
        cache
          .match(wanted, { ignoreVary: true })
          .then((kept) => kept ?? fetchAndKeep(cache, event.request, url)),
      ),
  );
});

/** Letters of a language are fetched when that language is first shown, and then kept. */
async function fetchAndKeep(cache, request, url) {
  const answer = await fetch(request);
  if (answer.ok && url.pathname.endsWith('.woff2')) await cache.put(request, answer.clone());
  return answer;
}
