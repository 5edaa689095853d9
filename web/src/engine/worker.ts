/** The worker: it loads the engine with the first question, and answers one after the other. */

import url from '../wasm/engine.wasm?url';
import { load, MissingPart } from '../rules/module';
import type { Answered, Asked } from './protocol';

const engine = load(url, { bagh_now: () => performance.now() });

addEventListener('message', (event: MessageEvent<Asked>) => {
  const { id, question } = event.data;
  const answer = (answered: Answered) => postMessage(answered);
  engine.then(
    (call) => {
      try {
        answer({ id, ok: call(question) });
      } catch (error) {
        answer({ id, error: error instanceof Error ? error.message : String(error) });
      }
    },
    (error: unknown) => answer({ id, error: String(error), missing: error instanceof MissingPart }),
  );
});
