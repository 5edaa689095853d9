/** The first page: the games, one step from being played, and the puzzle of the day. */

import { html, nothing, type TemplateResult } from 'lit-html';
import * as v from 'valibot';
import { update } from '../app';
import { count, n, t, type Key } from '../i18n';
import { dailyState, streak } from '../learn/daily';
import { isAbsent } from '../online/absent';
import type { Page } from '../page';
import { game, state } from '../rules';
import { gameLine } from '../play/game-line';
import { lastChoices, unfinished } from '../play/saved';
import { recall } from '../store';
import { board, gameTitle } from '../ui/board';
import { icon, type Icon } from '../ui/icons';
import { miniature } from '../ui/tray';
import './home.css';

/** Games under way, to look at. */
const SHOWN = [
  { name: 'bagh-chal', position: 'T1G1T/1G3/2TG1/G2G1/TG1G1 t g13 c0 mD4 13' },
  { name: 'aadu-puli', position: 'T/2G3/1GTG2/2G1T1/1G2 t g10 c0' },
];

export function page(): Page {
  let turns = 0;
  // Only those who have played online are asked about, once the page is there.
  if (recall('online.player', v.string())) {
    import('../online/waiting')
      .then(({ turnsWaiting }) => turnsWaiting())
      .then((found) => {
        turns = found;
        if (turns > 0) update();
      })
      // Without a connection nobody waits.
      .catch(() => undefined);
  }
  return {
    title: () => t('app.name'),
    view: () => {
      const [waiting] = unfinished();
      return html`
        <section class="hero">
          <h1>${t('app.tagline')}</h1>
          <p>${t('home.lead')}</p>
          ${
            waiting
              ? html`<p class="hero-resume">
                  <a class="button" href="/play?resume=${encodeURIComponent(waiting.id)}"
                    >${icon('next')}${t('home.continue')}</a
                  >
                  <span class="soft">${gameLine(waiting)}</span>
                </p>`
              : nothing
          }
          ${
            turns > 0
              ? html`<p>
                  <a class="button quiet" href="/online/games">${count('home.turns', turns)}</a>
                </p>`
              : nothing
          }
        </section>
        <section aria-label=${t('home.games')}>
          <div class="game-cards">${SHOWN.map(card)}</div>
        </section>
        <div class="ways">
          <nav class="panel" aria-label=${t('home.study')}>
            ${daily()} ${way('/learn', 'learn', t('home.learn'))}
            ${way('/analyse', 'analyse', t('home.analyse'))}
            ${way('/explore', 'explore', t('home.explore'))}
          </nav>
          <nav class="panel" aria-label=${t('home.others')}>
            ${
              isAbsent()
                ? nothing
                : html`${way('/online/friend', 'link', t('home.friend'))}
                  ${way('/online', 'people', t('home.find'))}`
            }
            ${way('/play?with=friend', 'people', t('home.play.two'))}
            ${way('/play?setup', 'settings', t('home.more'))}
          </nav>
        </div>
      `;
    },
  };
}

function card({ name, position }: (typeof SHOWN)[number]): TemplateResult {
  const ref = { name };
  const shown = game(ref);
  const { level } = lastChoices();
  const side = (of: 'tiger' | 'goat') =>
    html`<a class="button ${of === 'goat' ? '' : 'quiet'}" href="/play?side=${of}&game=${name}">
      ${miniature(of, shown)}<span>${t(`home.play.${of}`)}</span>
    </a>`;
  return html`<article class="panel game-card">
    <div class="game-picture" aria-hidden="true" inert>
      ${board(shown, state(ref, [], position), { coordinates: false, straight: true })}
    </div>
    <div class="game-text">
      <h2>${gameTitle(shown)}</h2>
      <p class="soft">
        ${t(`game.from.${name}` as Key)} ·
        ${t('home.level', { level: level === 'perfect' ? t('level.perfect') : n(level) })}:
        ${t(`level.${level}` as Key)}
      </p>
      <div class="game-play">${side('goat')}${side('tiger')}</div>
    </div>
  </article>`;
}

/** A way on, in a list. */
function way(to: string, name: Icon, text: string): TemplateResult {
  return html`<a class="way" href=${to}>${icon(name)}<span>${text}</span></a>`;
}

/** The puzzle of the day, and for how many days in a row one was solved. */
function daily(): TemplateResult {
  const how = dailyState();
  const days = streak();
  return html`<a class="way daily ${how ? 'done' : ''}" href="/learn/daily">
    ${icon(how ? 'star' : 'calendar')}
    <span>
      <strong>${t('home.daily')}</strong>
      <span class="soft">${t(how ? `home.daily.${how}` : 'home.daily.open')}</span>
      ${days > 0 ? html`<span class="streak">${icon('flame')}${count('home.streak', days)}</span>` : nothing}
    </span>
  </a>`;
}
