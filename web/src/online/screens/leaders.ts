/** The best players of a side of a game, whose ratings are certain enough. */

import { html, nothing } from 'lit-html';
import { update } from '../../app';
import { n, t } from '../../i18n';
import { game as describeGame, type Side } from '../../rules';
import { icon } from '../../ui/icons';
import { miniature } from '../../ui/tray';
import { sideName } from '../../ui/words';
import { get } from '../api';
import { gameChoice } from '../game-choice';
import { framed, opening, problem, type Screen } from '../frame';
import { radio } from '../terms-form';
import { explainOnline, playerLink } from '../words';

interface Leader {
  id: string;
  name: string;
  rating: number;
  deviation: number;
  games: number;
}

export function screen(): Screen {
  let name = 'bagh-chal';
  let side: Side = 'goat';
  let bots = false;
  let players: Leader[] | null = null;
  let wrong: string | null = null;

  async function look(): Promise<void> {
    const [of, by, kind] = [name, side, bots];
    players = null;
    wrong = null;
    update();
    try {
      const query = new URLSearchParams({ game: of, side: by, bots: String(kind) }).toString();
      const found = await get<{ players: Leader[] }>(`/leaderboard?${query}`);
      if (of === name && by === side && kind === bots) ({ players } = found);
    } catch (error) {
      wrong = explainOnline(error);
    }
    update();
  }
  void look();

  return {
    title: () => t('online.leaders'),
    view: () => {
      const game = describeGame({ name });
      return framed(
        t('online.leaders'),
        html`<div class="panel">
          ${gameChoice(name, (chosen) => {
            name = chosen;
            void look();
          })}
          <div class="choices" role="radiogroup" aria-label=${t('online.side')}>
            ${(['goat', 'tiger'] as const).map((of) =>
              radio(
                'leaders-side',
                of === side,
                html`${miniature(of, game)}${sideName(game, of)}`,
                () => {
                  side = of;
                  void look();
                },
              ),
            )}
          </div>
          <div class="choices" role="radiogroup" aria-label=${t('online.player')}>
            ${[false, true].map((of) =>
              radio(
                'leaders-kind',
                of === bots,
                html`${icon(of ? 'computer' : 'people')}${t(of ? 'online.bots' : 'online.people')}`,
                () => {
                  bots = of;
                  void look();
                },
              ),
            )}
          </div>
          ${problem(wrong)} ${players === null && !wrong ? opening() : nothing}
          ${players?.length === 0 ? html`<p class="soft">${t('online.leaders.none')}</p>` : nothing}
          ${players?.length ? list(players) : nothing}
        </div>`,
      );
    },
  };
}

function list(players: Leader[]) {
  return html`<table class="online-numbers">
    <thead>
      <tr>
        <th scope="col">${t('online.place')}</th>
        <th scope="col">${t('online.player')}</th>
        <th scope="col">${t('online.rating')}</th>
        <th scope="col">${t('online.games.count')}</th>
      </tr>
    </thead>
    <tbody>
      ${players.map(
        (player, i) =>
          html`<tr>
            <td>${n(i + 1)}</td>
            <td>${playerLink(player)}</td>
            <td>${n(player.rating)} <small class="soft">±${n(2 * player.deviation)}</small></td>
            <td>${n(player.games)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
