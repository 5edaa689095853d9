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
import { icon } from '../ui/icons';
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
    void import('../online/waiting')
      .then(({ turnsWaiting }) => turnsWaiting())
      .then((found) => {
        turns = found;
        if (turns > 0) update();
      });
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
                  <a class="button" href="/play">${icon('next')}${t('home.continue')}</a>
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
          <p class="row home-more">
            ${
              isAbsent()
                ? nothing
                : html`<a class="button quiet" href="/online/friend"
                      >${icon('link')}${t('home.friend')}</a
                    >
                    <a class="button quiet" href="/online">${icon('people')}${t('home.find')}</a>`
            }
            <a class="button quiet" href="/play?with=friend">
              ${icon('people')}${t('home.play.two')}
            </a>
            <a class="button quiet" href="/play?setup">${icon('settings')}${t('home.more')}</a>
          </p>
        </section>
        <div class="ways">
          ${daily()}
          <a class="panel" href="/learn">${icon('learn')}<span>${t('home.learn')}</span></a>
          <a class="panel" href="/analyse">${icon('analyse')}<span>${t('home.analyse')}</span></a>
          <a class="panel" href="/explore">${icon('explore')}<span>${t('home.explore')}</span></a>
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

/** The puzzle of the day, and for how many days in a row one was solved. */
function daily(): TemplateResult {
  const done = dailyState() !== undefined;
  const days = streak();
  return html`<a class="panel daily ${done ? 'done' : ''}" href="/learn/daily">
    ${icon(done ? 'star' : 'calendar')}
    <span>
      <strong>${t('home.daily')}</strong>
      <span class="soft">${t(done ? 'home.daily.done' : 'home.daily.open')}</span>
      ${days > 0 ? html`<span class="streak">${icon('flame')}${count('home.streak', days)}</span>` : nothing}
    </span>
  </a>`;
}
