/** One tab at a time plays a game: the others may look for a game of their own, or take it over. */

/** Leaves the game to other tabs. */
export type Leave = () => void;

/**
 * Takes a game for this tab, and returns how to leave it; nothing if another tab plays it.
 * `force` takes it from that tab, which is told by its `lost`.
 */
export function takeSeat(id: string, lost: () => void, force = false): Promise<Leave | null> {
  // Pages over plain HTTP have no locks: there the last tab to move wins.
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const options = force ? { steal: true } : { ifAvailable: true };
    let seated = false;
    navigator.locks
      .request(`bagh.game.${id}`, options, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        seated = true;
        return new Promise<void>((leave) => resolve(() => leave()));
      })
      .catch(() => {
        // A lock that was held and is gone was taken by another tab. One that was never given is
        // refused to this page, as in some private windows: the game is played without it.
        if (seated) lost();
        else resolve(() => {});
      });
  });
}
