/** The bots of this service: ratings, latest games, a way to play them and to connect one. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { n, t } from '../i18n';
import { OnlineError } from '../online/api';
import { challengeLink } from '../online/bots';
import { type Screen } from '../online/frame';
import { gameChoice } from '../online/game-choice';
import { gameList } from '../online/lists';
import { explainOnline, playerLink, playerName } from '../online/words';
import { game as describeGame, type Side } from '../rules';
import { icon } from '../ui/icons';
import { miniature } from '../ui/tray';
import { sideName } from '../ui/words';
import { places } from './places';
import { botsOf, type Found, type Listed } from './ratings';

const SIDES: Side[] = ['goat', 'tiger'];

export function screen(): Screen {
  let name = 'bagh-chal';
  let found: Found | null = null;
  let wrong: string | null = null;
  let absent = false;

  async function look(): Promise<void> {
    const asked = name;
    found = null;
    wrong = null;
    update();
    try {
      const answer = await botsOf(asked);
      if (asked === name) found = answer;
    } catch (error) {
      if (asked !== name) return;
      absent = error instanceof OnlineError && error.code === 'absent';
      wrong = absent ? t('bots.absent') : explainOnline(error);
    }
    update();
  }
  void look();

  const choice = () =>
    gameChoice(name, (chosen) => {
      name = chosen;
      void look();
    });

  function lists({ bots, games: rows }: Found): TemplateResult {
    return html`
      ${bots.length ? table(bots, name) : html`<p class="soft">${t('bots.none')}</p>`}
      <h2>${t('bots.games')}</h2>
      ${rows.length ? gameList(rows, null, { named: true }) : html`<p class="soft">${t('bots.games.none')}</p>`}
    `;
  }

  return {
    title: () => t('bots.title'),
    view: () =>
      html`<div class="online bots">
        ${places()}
        <h1>${t('bots.title')}</h1>
        <p>${t('bots.lead')}</p>
        <p>
          <a class="button" href="/bots/workshop">${icon('edit')}${t('bots.write')}</a>
        </p>
        <section class="panel">
          <h2>${t('bots.ratings')}</h2>
          ${choice()}
          ${
            wrong
              ? html`<p class=${absent ? 'soft' : 'wrong'} role="alert">${wrong}</p>`
              : found
                ? lists(found)
                : html`<p class="soft" role="status">${t('app.opening')} …</p>`
          }
        </section>
        ${connecting()}
      </div>`,
  };
}

function table(bots: Listed[], name: string): TemplateResult {
  const game = describeGame({ name });
  const rating = (bot: Listed, side: Side) => {
    const known = bot.ratings[side];
    if (!known) return html`<td>–</td>`;
    return html`<td>${n(known.rating)} <small class="soft">±${n(2 * known.deviation)}</small></td>`;
  };
  const label = (bot: Listed) => t('online.challenge.name', { name: playerName(bot.player) });
  return html`<table class="online-numbers bots-table">
    <thead>
      <tr>
        <th scope="col">${t('online.player')}</th>
        ${SIDES.map(
          (side) =>
            html`<th scope="col">
              ${miniature(side, game)}<span class="bots-side">${sideName(game, side)}</span>
            </th>`,
        )}
        <th scope="col"><span class="unseen">${t('nav.play')}</span></th>
      </tr>
    </thead>
    <tbody>
      ${bots.map(
        (bot) =>
          html`<tr>
            <td>
              ${playerLink(bot.player)}
              ${bot.provisional ? html`<small class="soft">${t('online.provisional')}</small>` : nothing}
            </td>
            ${SIDES.map((side) => rating(bot, side))}
            <td class="bots-play">
              ${
                bot.here
                  ? html`<a
                      class="button quiet small"
                      aria-label=${label(bot)}
                      href=${challengeLink(bot.player)}
                      >${t('nav.play')}</a
                    >`
                  : html`<span class="soft">${t('bots.away')}</span>`
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** How a program becomes a bot of this service. */
function connecting(): TemplateResult {
  const command = `bagh bot 'ugi:python3 bot.py' --service ${location.origin} --token-file token.txt`;
  return html`<section class="panel">
    <h2>${t('bots.connect')}</h2>
    <p>${t('bots.connect.text')}</p>
    <pre class="bots-command scroll" tabindex="0"><code>${command}</code></pre>
    <p class="soft">
      ${t('bots.connect.docs', { file: 'docs/BOTS.md' })}
      <a href="/api">${t('bots.connect.api')}</a>
    </p>
  </section>`;
}
