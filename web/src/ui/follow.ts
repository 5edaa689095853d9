/** Lists of moves that follow the game: what is current in them stays in sight. */

/** What was current in each list when it was followed last. */
const followed = new WeakMap<Element, Element>();

/**
 * Brings the current entry of each list with `data-follow` into sight, if it is another one than
 * before. A list that its reader has scrolled stays where it is until then, and the page around it
 * always does.
 */
export function followLists(within: ParentNode): void {
  for (const list of within.querySelectorAll<HTMLElement>('[data-follow]')) {
    // Before the first move nothing is current but the beginning.
    const current = list.querySelector('[aria-current]') ?? list;
    if (followed.get(list) === current) continue;
    followed.set(list, current);
    if (current === list) {
      list.scrollTop = 0;
      continue;
    }
    const box = list.getBoundingClientRect();
    const entry = current.getBoundingClientRect();
    // The move before and the move after are seen, too.
    const beside = entry.height;
    const above = entry.top - beside - box.top;
    const below = entry.bottom + beside - box.bottom;
    if (above < 0) list.scrollTop += above;
    else if (below > 0) list.scrollTop += below;
  }
}
