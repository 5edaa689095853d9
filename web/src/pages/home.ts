/** The first page: a board to look at, and one step to a game. */

import { html, nothing } from 'lit-html';
import { t } from '../i18n';
import type { Page } from '../page';
import { game, state } from '../rules';
import { gameWaits } from '../play/saved';
import { board } from '../ui/board';
import { icon } from '../ui/icons';
import { miniature } from '../ui/tray';
import './home.css';

/** A game under way, to look at. */
const SHOWN = {
  game: { name: 'bagh-chal' },
  position: 'T1G1T/1G3/2TG1/G2G1/TG1G1 t g13 c0 mD4 13',
};

export function page(): Page {
  return {
    title: () => t('app.name'),
    view: () => html`
      <section class="hero">
        <div class="hero-text">
          <h1>${t('app.tagline')}</h1>
          <p>${t('home.lead')}</p>
          <div class="hero-play">
            ${
              gameWaits()
                ? html`<a class="button wide" href="/play">${icon('next')}${t('home.continue')}</a>`
                : nothing
            }
            <a class="button side-button" href="/play?side=tiger">
              ${miniature('tiger')}<span>${t('home.play.tiger')}</span>
            </a>
            <a class="button side-button" href="/play?side=goat">
              ${miniature('goat')}<span>${t('home.play.goat')}</span>
            </a>
            <a class="button quiet wide" href="/play?with=friend">
              ${icon('people')}${t('home.play.two')}
            </a>
          </div>
        </div>
        <div class="hero-board">
          ${board(game(SHOWN.game), state(SHOWN.game, [], SHOWN.position), {
            coordinates: false,
            straight: true,
          })}
        </div>
      </section>
      <nav class="ways" aria-label=${t('nav.main')}>
        <a class="panel" href="/learn">${icon('learn')}<span>${t('home.learn')}</span></a>
        <a class="panel" href="/analyse">${icon('analyse')}<span>${t('home.analyse')}</span></a>
        <a class="panel" href="/explore">${icon('explore')}<span>${t('home.explore')}</span></a>
      </nav>
    `,
  };
}
