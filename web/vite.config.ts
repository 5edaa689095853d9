import { defineConfig } from 'vitest/config';
import { policies } from './scripts/policies.ts';
import { serviceWorker } from './scripts/service-worker.ts';

/** The service that answers `/api` while the page is developed: `bagh serve`. */
const target = process.env.BAGH_SERVICE ?? 'http://127.0.0.1:8080';
/** The service refuses requests from other sites: it must see the name that the browser uses. */
const proxy = { '/api': { target, changeOrigin: false, ws: true } };

export default defineConfig({
  build: {
    target: 'es2022',
    // The board's texture and the wasm modules are files of their own, so that they are cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first pages share is one file: every small one costs headers on a first visit.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /src\/(links|ui\/(board|tray|sound|play-here|sample|stepping)|play\/(saved|game-line|parts|clock)|analyse\/boards|api\/analysis|online\/absent)\.ts$/,
            },
          ],
        },
      },
    },
  },
  plugins: [serviceWorker(), policies()],
  // The records of `docs` are shown, too.
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy },
  test: { include: ['src/**/*.test.ts'] },
});
