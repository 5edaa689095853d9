/** The lobby: who is here, your games, open challenges, games to watch. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { count, t } from '../../i18n';
import { navigate } from '../../router';
import { icon } from '../../ui/icons';
import { toast } from '../../ui/toast';
import { get, post } from '../api';
import { socket, withAccount } from '../connection';
import { framed, type Screen } from '../frame';
import { botList, present } from '../bots';
import { gameList } from '../lists';
import type { Challenge, GameRow, Lobby, Player } from '../types';
import { explainOnline, playerLink, playerName, termsText } from '../words';

export function screen(): Screen {
  let lobby: Lobby | null = null;
  let running: GameRow[] = [];
  let mine: Challenge[] = [];
  let bots: Player[] = [];
  let busy = false;

  const stopLobby = socket.watchLobby((seen) => {
    lobby = seen;
    update();
  });

  void present().then((found) => {
    bots = found;
    update();
  });

  async function look(): Promise<void> {
    const me = await socket.ready();
    if (!me.player) return;
    try {
      const [games, challenges] = await Promise.all([
        get<{ games: GameRow[] }>('/games?running=true'),
        get<{ challenges: Challenge[] }>('/challenges'),
      ]);
      running = games.games;
      mine = challenges.challenges.filter((one) => one.game === null);
    } catch {
      // The lists stay empty; the notice about the connection says why.
    }
    update();
  }

  const stopStatus = socket.onStatus(() => {
    if (socket.status === 'open') void look();
  });
  const stopNotices = socket.onNotice(() => void look());
  void look();

  async function take(challenge: Challenge): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      await withAccount();
      const { game } = await post<{ game: string }>(`/challenges/${challenge.id}/accept`);
      navigate(`/online/game/${game}`);
    } catch (error) {
      toast(explainOnline(error));
    }
    busy = false;
    update();
  }

  function challenges(all: Challenge[]): TemplateResult {
    const others = all.filter((one) => one.by.id !== socket.me?.player);
    if (others.length === 0) return html`<p class="soft">${t('online.open.none')}</p>`;
    return html`<ul class="online-list">
      ${others.map(
        (one) =>
          html`<li>
            <span>${playerLink(one.by)} <span class="soft">${termsText(one.setup)}</span></span>
            <button
              class="small"
              ?disabled=${busy || (one.setup.rated && !socket.me?.name)}
              aria-label="${t('online.accept')}: ${playerName(one.by)}"
              @click=${() => void take(one)}
            >
              ${t('online.accept')}
            </button>
          </li>`,
      )}
    </ul>`;
  }

  /** Challenges by the player and to the player. */
  function own(): TemplateResult | typeof nothing {
    if (mine.length === 0) return nothing;
    return html`<section class="panel">
      <h2>${t('online.challenges')}</h2>
      <ul class="online-list">
        ${mine.map((one) => {
          const ours = one.by.id === socket.me?.player;
          const other = ours ? one.opponent : one.by;
          return html`<li>
            <span
              >${other ? playerLink(other) : t(`online.kind.${one.kind}`)}
              <span class="soft">${termsText(one.setup)}</span></span
            >
            <a class="button quiet small" href="/online/c/${one.id}"
              >${t(ours ? 'online.look' : 'online.answer')}</a
            >
          </li>`;
        })}
      </ul>
    </section>`;
  }

  return {
    title: () => t('online.title'),
    view: () =>
      framed(
        t('online.title'),
        html`
          <p class="soft online-here">
            ${
              lobby
                ? html`${count('online.here', lobby.here)} ·
                  ${count('online.playing', lobby.playing)}`
                : ' '
            }
          </p>
          <div class="online-ways">
            <a class="button wide-button" href="/online/friend"
              >${icon('link')}${t('online.friend')}</a
            >
            <a class="button wide-button quiet" href="/online/find"
              >${icon('people')}${t('online.find')}</a
            >
          </div>
          ${
            running.length
              ? html`<section class="panel">
                  <h2>${t('online.games.running')}</h2>
                  ${gameList(running, socket.me?.player ?? null)}
                </section>`
              : nothing
          }
          ${own()}
          <div class="online-columns">
            <section class="panel">
              <h2>${t('online.open')}</h2>
              ${challenges(lobby?.challenges ?? [])}
            </section>
            <section class="panel">
              <h2>${t('online.watch')}</h2>
              ${
                lobby?.games.length
                  ? gameList(lobby.games, null)
                  : html`<p class="soft">${t('online.watch.none')}</p>`
              }
            </section>
          </div>
          ${
            bots.length
              ? html`<section class="panel">
                  <h2>${t('online.bots')}</h2>
                  <p class="soft">${t('online.bots.text')}</p>
                  ${botList(bots)}
                </section>`
              : nothing
          }
        `,
      ),
    stop: () => {
      stopLobby();
      stopStatus();
      stopNotices();
    },
  };
}
