/**
 * Arrow keys on pages with a board: they step through the game, unless the board is used by
 * keyboard, where they go from point to point.
 */

/** Whether the board was used by mouse or touch last, and not by keyboard. */
let pointed = false;

/** Notes how the board is used. */
function notice(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.type === 'pointerdown') pointed = target?.closest('bagh-board') != null;
  if (event instanceof KeyboardEvent && event.key === 'Tab') pointed = false;
}

/** Whether the board is used by keyboard, so that arrow keys are its own. */
export function onBoard(target: Element): boolean {
  return target.closest('bagh-board') !== null && !pointed;
}

/**
 * Hands keys to a page before the board has them, which has the focus after a click. What `pressed`
 * did something with goes no further. Returns how to end it.
 */
export function listenForKeys(pressed: (event: KeyboardEvent) => boolean): () => void {
  const key = (event: KeyboardEvent) => {
    notice(event);
    if (!pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('pointerdown', notice, true);
  document.addEventListener('keydown', key, true);
  return () => {
    document.removeEventListener('pointerdown', notice, true);
    document.removeEventListener('keydown', key, true);
  };
}

/** What is stepped through: a game, and how many of its moves are shown. */
export interface Stepped {
  ply: number;
  all: number;
  look: (ply: number) => unknown;
}

/** Steps through a game, and says whether the key asked for that. */
export function steps(event: KeyboardEvent, game: Stepped): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, textarea, select, details[open] .popup-items')) return false;
  if (onBoard(target)) return false;
  const { ply, all } = game;
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: all };
  if (!Object.hasOwn(to, event.key)) return false;
  game.look(to[event.key as keyof typeof to]);
  return true;
}
