/** Your games: those in which it is your turn first, then the others, then those that are over. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { t } from '../../i18n';
import { icon } from '../../ui/icons';
import { get } from '../api';
import { socket } from '../connection';
import { framed, opening, problem, type Screen } from '../frame';
import { gameList, isTurnOf } from '../lists';
import type { GameRow } from '../types';
import { explainOnline } from '../words';

/** How many games the service gives at a time. */
const PAGE = 50;

export function screen(): Screen {
  let running: GameRow[] | null = null;
  let over: GameRow[] = [];
  let more = false;
  /** When the last game that the service gave was created. */
  let until = 0;
  let wrong: string | null = null;

  async function look(): Promise<void> {
    try {
      const me = await socket.ready();
      if (me.player) {
        const [now, before] = await Promise.all([
          get<{ games: GameRow[] }>('/games?running=true'),
          get<{ games: GameRow[] }>('/games'),
        ]);
        running = now.games;
        more = before.games.length >= PAGE;
        until = before.games.at(-1)?.created ?? 0;
        over = before.games.filter((row) => row.reason !== null);
      } else running = [];
      wrong = null;
    } catch (error) {
      wrong = explainOnline(error);
    }
    update();
  }

  async function older(): Promise<void> {
    try {
      const { games } = await get<{ games: GameRow[] }>(`/games?before=${until}`);
      more = games.length >= PAGE;
      until = games.at(-1)?.created ?? 0;
      const known = new Set(over.map((row) => row.game));
      over = [...over, ...games.filter((row) => row.reason !== null && !known.has(row.game))];
    } catch (error) {
      wrong = explainOnline(error);
    }
    update();
  }

  const stopStatus = socket.onStatus(() => {
    if (socket.status === 'open') void look();
  });
  const stopNotices = socket.onNotice(() => void look());
  // Moves by others come without a notice: a look now and then keeps the list true.
  const timer = setInterval(
    () => !document.hidden && socket.status === 'open' && void look(),
    30_000,
  );
  void look();

  function section(title: string, rows: GameRow[]): TemplateResult | typeof nothing {
    if (rows.length === 0) return nothing;
    return html`<section class="panel">
      <h2>${title}</h2>
      ${gameList(rows, socket.me?.player ?? null)}
    </section>`;
  }

  return {
    title: () => t('online.games'),
    view: () => {
      const me = socket.me?.player ?? null;
      const yours = (running ?? []).filter((row) => isTurnOf(row, me));
      const theirs = (running ?? []).filter((row) => !isTurnOf(row, me));
      const none = running !== null && running.length + over.length === 0;
      return framed(
        t('online.games'),
        html`${problem(wrong)} ${running === null && !wrong ? opening() : nothing}
        ${
          none
            ? html`<p>${t('online.games.none')}</p>
                <a class="button" href="/online/friend">${icon('link')}${t('online.friend')}</a>`
            : nothing
        }
        ${section(t('online.turn.yours'), yours)} ${section(t('online.turn.theirs'), theirs)}
        ${section(t('online.games.over'), over)}
        ${
          more
            ? html`<button class="quiet" @click=${() => void older()}>${t('online.more')}</button>`
            : nothing
        }`,
      );
    },
    stop: () => {
      stopStatus();
      stopNotices();
      clearInterval(timer);
    },
  };
}
