/** The page's connection: one socket, as long as something online is open. */

import { rememberAbsent } from './absent';
import { get, OnlineError, post } from './api';
import { OnlineSocket, type Me, type Wire } from './socket';
import { rememberPlayer } from './waiting';

function address(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/online/socket`;
}

export const socket = new OnlineSocket(() => new WebSocket(address()) as unknown as Wire);
socket.onStatus(() => {
  if (socket.status === 'open') rememberPlayer(socket.me?.player ?? null);
});

addEventListener('online', () => socket.wake());
addEventListener('offline', () => socket.drop());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) socket.wake();
});

/** Whether the site has online play; `null` while that is not known. */
let there: boolean | null = null;
let asking: Promise<void> | undefined;

export function available(): boolean | null {
  return there;
}

function found(is: boolean): void {
  there = is;
  rememberAbsent(!is);
}

/** Connects, and finds out whether there is something to connect to. */
export function connect(changed: () => void): void {
  socket.start();
  if (there) return;
  void socket.ready().then(() => {
    found(true);
    changed();
  });
  asking ??= get('/lobby').then(
    () => found(true),
    (error: unknown) => {
      const code = error instanceof OnlineError ? error.code : 'offline';
      // A service that is out of reach may have online play: the socket tells.
      if (!['offline', 'unavailable', 'too-many'].includes(code)) {
        found(false);
        socket.stop();
      }
    },
  );
  void asking.finally(() => {
    asking = undefined;
    changed();
  });
}

/** Makes sure that there is an account, a guest's if need be. */
export async function withAccount(): Promise<Me> {
  const me = await socket.ready();
  if (me.player) return me;
  await post('/guest');
  return socket.restart();
}
