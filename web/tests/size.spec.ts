import { expect, test } from './support';

/**
 * Bytes of a first visit, but for the engine, which is loaded when it is to play, and for the
 * letters of a language where the system has none.
 */
const MOST = 200_000;
/** The first pages, and those that most visits begin on after them. */
const PATHS = {
  gzip: ['/', '/play', '/play?with=friend'],
  br: ['/', '/play', '/play?with=friend', '/analyse', '/learn', '/explore', '/online', '/bots'],
};

for (const encoding of ['gzip', 'br'] as const) {
  for (const language of ['en', 'ne', 'ta']) {
    test(`a first visit is small: ${encoding}, ${language}`, async ({ page, context }) => {
      const client = await context.newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.setExtraHTTPHeaders', {
        headers: { 'Accept-Encoding': encoding },
      });
      await client.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.addInitScript((language) => {
        localStorage.setItem('bagh.settings', JSON.stringify({ language }));
      }, language);
      const paths = new Map<string, string>();
      const sizes = new Map<string, number>();
      client.on('Network.responseReceived', ({ requestId, response }) => {
        paths.set(requestId, new URL(response.url).pathname);
        if (/\.(js|css|wasm)$/.test(response.url)) {
          const used = response.headers['content-encoding'] ?? response.headers['Content-Encoding'];
          // Very small files are sent as they are.
          if (response.url.endsWith('.wasm')) expect(used, response.url).toBe(encoding);
        }
      });
      client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const path = paths.get(requestId);
        // Letters that this system lacks are loaded as well: without them nothing could be read.
        if (path && !/\/engine-|-(devanagari|tamil)-/.test(path))
          sizes.set(path, encodedDataLength);
      });
      for (const path of PATHS[encoding]) {
        sizes.clear();
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.locator('main *').first().waitFor();
        const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        expect([...sizes.keys()].some((path) => path.endsWith('.wasm'))).toBe(true);
        const listed = JSON.stringify(Object.fromEntries(sizes));
        expect(all, `${path}: ${listed}`).toBeLessThan(MOST);
      }
    });
  }
}
