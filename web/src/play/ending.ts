/** What is needed at the end of a game comes then, so that the board is there sooner. */

import { explain } from '../ui/errors';
import { toast } from '../ui/toast';
import type { forgetGame, rememberGame } from './history';
import type { Done, summarise as summariseGame, summariseSession } from './summary';

/** Remembers a game that has ended. Where that cannot be, the next look at it tries again. */
export async function remember(...args: Parameters<typeof rememberGame>): Promise<void> {
  try {
    (await import('./history')).rememberGame(...args);
  } catch (error) {
    toast(explain(error));
  }
}

/** Forgets the end of a game that goes on. */
export async function forget(...args: Parameters<typeof forgetGame>): Promise<void> {
  try {
    (await import('./history')).forgetGame(...args);
  } catch {
    // Its end could not be remembered, either.
  }
}

/** Looks at how well a game was played; nothing where that cannot be. */
export async function summarise(
  ...args: Parameters<typeof summariseSession>
): Promise<Done | null> {
  try {
    return await (await import('./summary')).summariseSession(...args);
  } catch {
    return null;
  }
}

/** The same of any game. */
export async function summariseAny(
  ...args: Parameters<typeof summariseGame>
): Promise<Done | null> {
  try {
    return await (await import('./summary')).summarise(...args);
  } catch {
    return null;
  }
}
