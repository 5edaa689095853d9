/**
 * The box: a worker that keeps the worker of a bot.
 *
 * The service sends this file with a policy of its own (`POLICY_FOR_BOTS` in
 * `crates/bagh-service/src/routes.rs`): nothing may be loaded or connected to, and workers may be
 * started from data only. Such a worker has an opaque origin and inherits the policy, so a bot has
 * no network, no storage and no way to the page. A frame with `sandbox` would do the same, but
 * browsers do not ask service workers for it, so it would need a network.
 */

import bot from './bot.js?raw';
import globals from './globals.js?raw';
import { Keeper } from './keeper';
import type { FromBox, ToBox } from './protocol';

// In a scope of its own: what stands at the top of `globals.js` is none of the bot's business.
const program = `'use strict';{${globals}\n${bot}}`;

const keeper = new Keeper({
  start(said, broke) {
    const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(program)}`);
    worker.addEventListener('message', (event: MessageEvent<unknown>) => said(event.data));
    worker.addEventListener('messageerror', () => said(null));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      broke(String(event.message ?? ''), /bot\.js$/.test(event.filename) ? event.lineno - 2 : 0);
    });
    return {
      post: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
    };
  },
  tell: (message: FromBox) => postMessage(message),
  now: () => performance.now(),
  later(then, milliseconds) {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
});

addEventListener('message', (event: MessageEvent<ToBox>) => keeper.told(event.data));
