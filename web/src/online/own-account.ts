/** What the owner of an account can do: passkeys, password, codes, sessions, blocks, export, end. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { date, t } from '../i18n';
import { download } from '../ui/download';
import { icon } from '../ui/icons';
import { toast } from '../ui/toast';
import { field, values } from './account-forms';
import { get, OnlineError, post } from './api';
import { socket } from './connection';
import { problem } from './frame';
import {
  addPasskey,
  codesByPasskey,
  explainPasskey,
  passkeys,
  passkeysView,
  support,
  type Actions,
  type Passkey,
} from './passkeys';
import type { Player } from './types';
import { deviceName, explainOnline, playerLink } from './words';

interface Session {
  id: string;
  kind: 'session' | 'token';
  label: string;
  created: number;
  this: boolean;
}

type Form = 'password' | 'codes' | 'passkeys' | 'delete';

export class OwnAccount {
  sessions: Session[] = [];
  blocked: Player[] = [];
  passkeys: Passkey[] = [];
  wrong: Partial<Record<Form, string>> = {};
  busy = false;

  constructor(readonly showCodes: (codes: string[]) => void) {}

  look(): void {
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const [sessions, blocks, keys] = await Promise.all([
        get<{ sessions: Session[] }>('/sessions'),
        get<{ blocked: Player[] }>('/blocks'),
        passkeys(),
      ]);
      this.passkeys = keys;
      this.sessions = sessions.sessions;
      this.blocked = blocks.blocked;
    } catch (error) {
      toast(explainOnline(error));
    }
    update();
  }

  /** Does something that a form asked for, and says what went wrong beside it. */
  async submit(form: Form, work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = {};
    update();
    try {
      await work();
    } catch (error) {
      const known = error instanceof OnlineError && error.code === 'forbidden';
      this.wrong[form] = known ? t('online.error.password') : explainOnline(error);
    }
    this.busy = false;
    update();
  }

  /** Adds or removes a passkey, and says what went wrong beside the list. */
  private async passkey(work: () => Promise<unknown>, done: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = {};
    update();
    try {
      await work();
      toast(done);
      this.look();
    } catch (error) {
      this.wrong.passkeys = explainPasskey(error);
    }
    this.busy = false;
    update();
  }

  passkeysView(): TemplateResult | typeof nothing {
    const actions: Actions = {
      passkeys: this.passkeys,
      busy: this.busy,
      wrong: this.wrong.passkeys ?? null,
      add: () => void this.passkey(addPasskey, t('online.passkey.added')),
      remove: ({ id }) =>
        void this.passkey(() => post(`/passkeys/${id}/remove`), t('online.passkey.removed')),
    };
    return passkeysView(actions);
  }

  /** Those who have a passkey need no password for new recovery codes. */
  async codesByPasskey(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = {};
    update();
    try {
      this.showCodes(await codesByPasskey());
    } catch (error) {
      this.wrong.codes = explainPasskey(error);
    }
    this.busy = false;
    update();
  }

  async act(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.look();
    } catch (error) {
      toast(explainOnline(error));
    }
  }

  async signOut(): Promise<void> {
    try {
      await post('/logout');
      await socket.restart();
    } catch (error) {
      toast(explainOnline(error));
    }
    update();
  }

  async export(): Promise<void> {
    try {
      const everything = await get<object>('/export');
      const name = `bagh-${socket.me?.name ?? 'guest'}.json`;
      const text = JSON.stringify(everything, null, 2);
      download(name, new Blob([text], { type: 'application/json' }));
    } catch (error) {
      toast(explainOnline(error));
    }
  }

  async remove(confirm: string): Promise<void> {
    await this.submit('delete', async () => {
      await post('/delete', { confirm });
      await socket.restart();
      toast(t('online.delete.done'));
    });
  }

  /** A guest has games, too: they can be taken along or removed. */
  guestView(): TemplateResult {
    return html`${this.passkeysView()}
      <section class="panel">
        <h2>${t('online.guest.own')}</h2>
        <div class="row">
          <button class="quiet" @click=${() => void this.export()}>
            ${icon('save')}${t('online.export')}
          </button>
          <button
            class="quiet"
            @click=${() => confirm(t('online.delete.sure')) && void this.remove('guest')}
          >
            ${icon('bin')}${t('online.delete')}
          </button>
        </div>
      </section>`;
  }
}

export function ownView(own: OwnAccount): TemplateResult {
  return html`
    <div class="online-columns">
      ${sessions(own)} ${own.passkeysView()} ${password(own)} ${codes(own)} ${blocks(own)}
      ${data(own)}
    </div>
  `;
}

function sessions(own: OwnAccount): TemplateResult {
  return html`<section class="panel">
    <h2>${t('online.sessions')}</h2>
    <ul class="online-list">
      ${own.sessions.map(
        (one) =>
          html`<li>
            <span
              >${one.this ? html`<strong>${t('online.session.this')}</strong>` : nothing}
              <span class="soft online-label"
                >${one.kind === 'token' ? one.label : deviceName(one.label)}</span
              >
              <span class="soft">${date(one.created)}</span></span
            >
            ${
              one.this
                ? nothing
                : html`<button
                    class="quiet small"
                    @click=${() => void own.act(() => post(`/sessions/${one.id}/end`))}
                  >
                    ${t('online.session.end')}
                  </button>`
            }
          </li>`,
      )}
    </ul>
    <button class="quiet" @click=${() => void own.signOut()}>${t('online.logout')}</button>
  </section>`;
}

function password(own: OwnAccount): TemplateResult {
  return html`<form
    class="panel"
    @submit=${(event: Event) => {
      const form = event.target as HTMLFormElement;
      const sent = values(event);
      void own.submit('password', async () => {
        await post('/password', sent);
        form.reset();
        await socket.restart();
        own.look();
        toast(t('online.password.done'));
      });
    }}
  >
    <h2>${t('online.password.change')}</h2>
    ${field('old', t('online.password.old'), { type: 'password', autocomplete: 'current-password' })}
    ${field('new', t('online.password.new'), {
      type: 'password',
      autocomplete: 'new-password',
      minlength: 8,
    })}
    ${problem(own.wrong.password ?? null)}
    <button class="quiet" type="submit" ?disabled=${own.busy}>${t('online.password.set')}</button>
  </form>`;
}

function codes(own: OwnAccount): TemplateResult {
  return html`<form
    class="panel"
    @submit=${(event: Event) => {
      const sent = values(event);
      void own.submit('codes', async () => {
        const made = await post<{ recovery_codes: string[] }>('/recovery-codes', sent);
        own.showCodes(made.recovery_codes);
      });
    }}
  >
    <h2>${t('online.codes')}</h2>
    <p class="soft">${t('online.codes.new.text')}</p>
    ${field('password', t('online.password'), { type: 'password', autocomplete: 'current-password' })}
    ${problem(own.wrong.codes ?? null)}
    <div class="row">
      <button class="quiet" type="submit" ?disabled=${own.busy}>${t('online.codes.new')}</button>
      ${
        own.passkeys.length > 0 && support() === 'yes'
          ? html`<button
              class="quiet"
              type="button"
              ?disabled=${own.busy}
              @click=${() => void own.codesByPasskey()}
            >
              ${t('online.codes.passkey')}
            </button>`
          : nothing
      }
    </div>
  </form>`;
}

function blocks(own: OwnAccount): TemplateResult {
  return html`<section class="panel">
    <h2>${t('online.blocks')}</h2>
    ${
      own.blocked.length === 0
        ? html`<p class="soft">${t('online.blocks.none')}</p>`
        : html`<ul class="online-list">
            ${own.blocked.map(
              (player) =>
                html`<li>
                  ${playerLink(player)}
                  <button
                    class="quiet small"
                    @click=${() =>
                      void own.act(() => post('/blocks', { player: player.id, block: false }))}
                  >
                    ${t('online.unblock')}
                  </button>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function data(own: OwnAccount): TemplateResult {
  const name = socket.me?.name ?? '';
  return html`<form
    class="panel"
    @submit=${(event: Event) => void own.remove(values(event).confirm ?? '')}
  >
    <h2>${t('online.data')}</h2>
    <button class="quiet" type="button" @click=${() => void own.export()}>
      ${icon('save')}${t('online.export')}
    </button>
    <h3>${t('online.delete')}</h3>
    <p class="soft">${t('online.delete.text', { name })}</p>
    ${field('confirm', t('online.name'), { autocomplete: 'off' })}
    ${problem(own.wrong.delete ?? null)}
    <button class="quiet" type="submit" ?disabled=${own.busy}>
      ${icon('bin')}${t('online.delete')}
    </button>
  </form>`;
}
