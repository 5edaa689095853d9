/**
 * A Vite plugin that sends the policy of the box for bots while the page is developed, as the
 * service does (`POLICY_FOR_BOTS` in `crates/bagh-service/src/routes.rs`). Without it no bot runs.
 */

import type { Connect, Plugin } from 'vite';

const POLICY = "default-src 'none'; script-src 'unsafe-eval'; worker-src data:; connect-src 'none'";
/** While the page is developed, the box consists of several files, and Vite adds its own. */
const LOOSER = POLICY.replace("script-src 'unsafe-eval'", "script-src 'self' 'unsafe-eval'");

const send =
  (policy: string): Connect.NextHandleFunction =>
  (request, response, next) => {
    if (/\/bot-box[-.][^/]*$/.test(request.url ?? '')) {
      response.setHeader('content-security-policy', policy);
    }
    next();
  };

export function policies(): Plugin {
  return {
    name: 'bagh-policies',
    configureServer: (server) => void server.middlewares.use(send(LOOSER)),
    configurePreviewServer: (server) => void server.middlewares.use(send(POLICY)),
  };
}
