/** A player: ratings over time, accuracy by the tables, latest games; challenge and block. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { accuracy, count, date, n, t } from '../../i18n';
import { game as describeGame, type Side } from '../../rules';
import { gameTitle } from '../../ui/board';
import { icon } from '../../ui/icons';
import { toast } from '../../ui/toast';
import { miniature } from '../../ui/tray';
import { sideName } from '../../ui/words';
import { get, OnlineError, post } from '../api';
import { ratingChart, type Point } from '../chart';
import { socket } from '../connection';
import { framed, opening, problem, type Screen } from '../frame';
import { gameList } from '../lists';
import type { Account, GameRow, Player, Rating } from '../types';
import { explainOnline } from '../words';

interface Accuracy {
  game: string;
  side: Side;
  games: number;
  accuracy: number | null;
}

interface Profile {
  player: Account;
  accuracy: Accuracy[];
  games: GameRow[];
}

export function screen(_url: URL, name: string): Screen {
  let profile: Profile | null = null;
  let missing = false;
  let wrong: string | null = null;
  let blocked = false;
  const histories = new Map<string, Point[]>();

  async function look(): Promise<void> {
    try {
      profile = await get<Profile>(`/players/${encodeURIComponent(name)}`);
      update();
      await Promise.all(profile.player.ratings.map(history));
      const me = await socket.ready();
      if (me.player && me.player !== profile.player.id) {
        const list = await get<{ blocked: Player[] }>('/blocks');
        blocked = list.blocked.some((one) => one.id === profile?.player.id);
      }
    } catch (error) {
      if (error instanceof OnlineError && error.code === 'not-found') missing = true;
      else wrong = explainOnline(error);
    }
    update();
  }

  async function history({ game, side }: Rating): Promise<void> {
    const query = new URLSearchParams({ game, side }).toString();
    const found = await get<{ history: Point[] }>(
      `/players/${encodeURIComponent(name)}/history?${query}`,
    );
    histories.set(`${game} ${side}`, found.history);
    update();
  }

  async function block(on: boolean): Promise<void> {
    if (!profile) return;
    try {
      await post('/blocks', { player: profile.player.id, block: on });
      blocked = on;
      toast(t(on ? 'online.blocked' : 'online.unblocked'));
    } catch (error) {
      toast(explainOnline(error));
    }
    update();
  }
  void look();

  function rating(one: Rating, accuracies: Accuracy[]): TemplateResult {
    const game = describeGame({ name: one.game });
    const share = accuracies.find((a) => a.game === one.game && a.side === one.side)?.accuracy;
    const points = histories.get(`${one.game} ${one.side}`) ?? [];
    return html`<section class="panel online-rating">
      <h2>${miniature(one.side, game)} ${gameTitle(game)} · ${sideName(game, one.side)}</h2>
      <p class="online-value">
        ${n(one.rating)} <small class="soft">±${n(2 * one.deviation)}</small>
        ${one.provisional ? html`<small class="soft">${t('online.provisional')}</small>` : nothing}
      </p>
      <p class="soft">
        ${count('online.rated-games', one.games)}${
          share == null
            ? nothing
            : html` · ${t('play.result.accuracy', { percent: accuracy(share) })}`
        }
      </p>
      ${points.length > 1 ? ratingChart(points) : nothing}
    </section>`;
  }

  function body(found: Profile): TemplateResult {
    const { player } = found;
    const other = socket.me?.player !== player.id;
    return html`<p class="soft">
        ${t('online.since', { date: date(player.created) })}
        ${player.guest ? html` · ${t('online.guest')}` : nothing}
      </p>
      ${
        other
          ? html`<div class="row">
              <a
                class="button"
                href="/online/friend?to=${encodeURIComponent(player.name ?? player.id)}"
                >${icon('people')}${t('online.challenge.send')}</a
              >
              ${
                socket.me?.player
                  ? html`<button class="quiet" @click=${() => void block(!blocked)}>
                      ${icon('close')}${t(blocked ? 'online.unblock' : 'online.block')}
                    </button>`
                  : nothing
              }
            </div>`
          : nothing
      }
      <div class="online-columns">${player.ratings.map((one) => rating(one, found.accuracy))}</div>
      ${player.ratings.length === 0 ? html`<p class="soft">${t('online.unrated-yet')}</p>` : nothing}
      <section class="panel">
        <h2>${t('online.games.latest')}</h2>
        ${
          found.games.length
            ? gameList(found.games, player.id, { named: true })
            : html`<p class="soft">${t('online.games.none')}</p>`
        }
      </section>`;
  }

  const title = () => profile?.player.name ?? (missing ? t('online.player.missing') : name);
  return {
    title,
    view: () =>
      framed(
        title(),
        html`${problem(wrong)}
        ${profile ? body(profile) : missing ? html`<p>${t('online.player.missing.text')}</p>` : wrong ? nothing : opening()}`,
      ),
  };
}
