/** The terms of a game: which game, which side, what clock, rated or not. */

import { html, nothing, type TemplateResult } from 'lit-html';
import * as v from 'valibot';
import { update } from '../app';
import { t } from '../i18n';
import { game as describeGame, games, type Side } from '../rules';
import { playable, side as sideSchema, whole } from '../rules/schema';
import { keep, recall, type Reads } from '../store';
import { gameTitle } from '../ui/board';
import { miniature } from '../ui/tray';
import { sideName } from '../ui/words';
import { socket } from './connection';
import type { TimeControl } from './types';
import { timeText } from './words';

export interface Wanted {
  game: string;
  side: Side | null;
  time: TimeControl;
  rated: boolean;
  twoGames: boolean;
}

const pace = (minutes: number, increment: number): TimeControl => ({
  type: 'increment',
  base: minutes * 60,
  increment,
});
export const PACES = [pace(3, 2), pace(5, 5), pace(10, 10)];
const DAYS: TimeControl[] = [1, 3, 7].map((days) => ({ type: 'days', days }));
/** Few choices, so that people meet. */
export const FOR_SEEKS: TimeControl[] = [...PACES, { type: 'days', days: 3 }];
export const FOR_FRIENDS: TimeControl[] = [{ type: 'unlimited' }, ...PACES, ...DAYS];

const time: Reads<TimeControl> = v.variant('type', [
  v.object({ type: v.literal('unlimited') }),
  v.object({ type: v.literal('increment'), base: whole, increment: whole }),
  v.object({ type: v.literal('days'), days: whole }),
]);
const schema: Reads<Wanted> = v.object({
  game: v.pipe(
    v.string(),
    v.check((name) => v.is(playable, { name })),
  ),
  side: v.nullable(sideSchema),
  time,
  rated: v.boolean(),
  twoGames: v.boolean(),
});

const same = (a: TimeControl, b: TimeControl) => JSON.stringify(a) === JSON.stringify(b);

export class TermsForm {
  wanted: Wanted;

  constructor(
    private readonly times: TimeControl[],
    private readonly options: { side?: boolean; pair?: boolean } = {},
  ) {
    this.wanted = recall('online.terms', schema) ?? {
      game: 'bagh-chal',
      side: null,
      time: pace(10, 10),
      rated: false,
      twoGames: false,
    };
    if (!times.some((one) => same(one, this.wanted.time))) this.wanted.time = pace(10, 10);
  }

  /** Guests, and games without a clock, play unrated. */
  private get canRate(): boolean {
    return Boolean(socket.me?.name) && this.wanted.time.type !== 'unlimited';
  }

  /** The body of a challenge. */
  body(): { setup: object; side?: Side; two_games?: boolean } {
    const { game, side, time, rated, twoGames } = this.wanted;
    keep('online.terms', this.wanted);
    return {
      setup: { game, time, rated: rated && this.canRate },
      ...(this.options.side && side ? { side } : {}),
      ...(this.options.pair && twoGames ? { two_games: true } : {}),
    };
  }

  private choose(changes: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...changes };
    update();
  }

  view(): TemplateResult {
    const { wanted } = this;
    const game = describeGame({ name: wanted.game });
    const side = (value: Side | null, text: string) =>
      radio(
        'side',
        wanted.side === value,
        value ? html`${miniature(value, game)}${text}` : text,
        () => this.choose({ side: value }),
      );
    return html`
      <label class="online-field">
        <span>${t('setup.game')}</span>
        <select
          @change=${(event: Event) =>
            this.choose({ game: (event.target as HTMLSelectElement).value })}
        >
          ${games().map(
            (name) =>
              html`<option value=${name} ?selected=${name === wanted.game}>
                ${gameTitle({ name })}
              </option>`,
          )}
        </select>
      </label>
      ${
        this.options.side
          ? html`<fieldset>
              <legend>${t('setup.side')}</legend>
              <div class="choices">
                ${side(null, t('setup.either'))} ${side('tiger', sideName(game, 'tiger'))}
                ${side('goat', sideName(game, 'goat'))}
              </div>
            </fieldset>`
          : nothing
      }
      <fieldset>
        <legend>${t('clock')}</legend>
        <div class="choices">
          ${this.times.map((one) =>
            radio('time', same(one, wanted.time), timeText(one), () => this.choose({ time: one })),
          )}
        </div>
      </fieldset>
      ${
        this.options.pair
          ? tick(wanted.twoGames, t('online.two-games'), (on) => this.choose({ twoGames: on }))
          : nothing
      }
      ${tick(wanted.rated && this.canRate, t('online.rate'), (on) => this.choose({ rated: on }), !this.canRate)}
      ${
        socket.me?.name
          ? nothing
          : html`<p class="soft">
              ${t('online.rate.name')} <a href="/online/account">${t('online.rate.keep')}</a>
            </p>`
      }
    `;
  }
}

export function radio(
  name: string,
  chosen: boolean,
  content: unknown,
  choose: () => void,
): TemplateResult {
  return html`<label>
    <input type="radio" name=${name} .checked=${chosen} @change=${choose} />
    <span>${content}</span>
  </label>`;
}

export function tick(
  checked: boolean,
  text: string,
  change: (on: boolean) => void,
  off = false,
): TemplateResult {
  return html`<label class="tick">
    <input
      type="checkbox"
      .checked=${checked}
      ?disabled=${off}
      @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    />
    <span>${text}</span>
  </label>`;
}
