/** Players, terms, times and refusals in the user's words. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, isText, language, n, t } from '../i18n';
import { game as describeGame } from '../rules';
import { clockText } from '../play/clock';
import { gameTitle } from '../ui/board';
import { explain } from '../ui/errors';
import { OnlineError } from './api';
import { gameRef } from './reduce';
import type { Player, Terms, TimeControl } from './types';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function playerName(player: Player | null): string {
  if (!player) return t('online.seat.free');
  const level = /^level-([1-8])$/.exec(player.id)?.[1];
  if (level) return t('home.level', { level: Number(level) });
  return player.name ?? (player.deleted ? t('online.deleted') : t('online.guest'));
}

/** The name of a player, with a link to the profile where there is one. */
export function playerLink(player: Player | null): TemplateResult {
  const name = playerName(player);
  if (!player?.name) return html`<span>${name}</span>`;
  // The names of the site's own bots have a space, which no one else's has.
  const key = player.name.includes(' ') ? player.id : player.name;
  return html`<a href="/online/player/${encodeURIComponent(key)}">${name}</a>${
      player.bot ? html` <span class="online-tag">${t('online.bot')}</span>` : nothing
    }`;
}

/** The rating of a player in a game, with a question mark while it is uncertain. */
export function ratingText(player: Player | null): TemplateResult | typeof nothing {
  if (player?.rating === undefined) return nothing;
  const rating = n(player.rating);
  return html`<span class="soft" aria-label="${t('online.rating')}: ${rating}"
    >${rating}${player.provisional ? '?' : ''}</span
  >`;
}

export function timeText(time: TimeControl): string {
  if (time.type === 'unlimited') return t('online.time.none');
  if (time.type === 'days') return count('online.time.days', time.days);
  const minutes = time.base / 60;
  const values = { minutes: Number.isInteger(minutes) ? minutes : minutes.toFixed(1) };
  return t('clock.pace', { ...values, seconds: time.increment });
}

export function termsText(terms: Terms): string {
  const parts = [gameTitle(describeGame(gameRef(terms))), timeText(terms.time)];
  if (terms.captures !== undefined) parts.push(count('online.captures', terms.captures));
  parts.push(t(terms.rated ? 'online.rated' : 'online.unrated'));
  return parts.join(' · ');
}

/** What is left on a clock: minutes and seconds, or days and hours. */
export function leftText(milliseconds: number): string {
  if (milliseconds >= DAY) {
    const days = Math.floor(milliseconds / DAY);
    const hours = Math.floor((milliseconds % DAY) / HOUR);
    return t('online.left.days', { days, hours });
  }
  if (milliseconds >= HOUR) {
    const hours = Math.floor(milliseconds / HOUR);
    const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
    return t('online.left.hours', { hours, minutes });
  }
  return clockText(milliseconds);
}

/** Whole seconds, for countdowns. */
export function seconds(milliseconds: number): string {
  return n(Math.ceil(milliseconds / 1000));
}

/** What went wrong, for the user. */
export function explainOnline(error: unknown): string {
  if (!(error instanceof OnlineError)) return explain(error);
  const { code, field, refusal, seconds: wait } = error.problem;
  const specific =
    code === 'refused' && refusal
      ? `online.refused.${refusal.key}`
      : code === 'bad-field'
        ? `online.error.field.${field}`
        : `online.error.${code}`;
  // Of these the service knows the reason, which it explains in English.
  const reasoned = code === 'conflict' || code === 'forbidden';
  if (reasoned && language() === 'en') return `${error.message}.`;
  if (isText(specific)) return t(specific, { seconds: wait ?? 1 });
  return language() === 'en' ? error.message : t('online.error.other');
}

/** What the browser calls itself, in short. */
export function deviceName(label: string): string {
  const browser = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'].find((one) => label.includes(one));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((one) =>
    label.includes(one),
  );
  const name = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser;
  return [name, system].filter(Boolean).join(' · ') || label;
}
