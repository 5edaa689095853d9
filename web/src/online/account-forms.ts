/** Forms for those without a name here: keep one, sign in, recover. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import { icon } from '../ui/icons';
import { copyText } from '../ui/toast';
import { OnlineError, post } from './api';
import { socket, withAccount } from './connection';
import { problem } from './frame';
import { addPasskey, explainPasskey, passkeys, signInWithPasskey, support } from './passkeys';
import { explainOnline } from './words';

export interface Entry {
  view(): TemplateResult;
}

type Kind = 'register' | 'login' | 'recover';

/** A field with its label. */
export function field(
  name: string,
  label: string,
  options: { type?: string; autocomplete: AutoFill; minlength?: number },
): TemplateResult {
  return html`<label class="online-field">
    <span>${label}</span>
    <input
      name=${name}
      type=${options.type ?? 'text'}
      autocomplete=${options.autocomplete}
      minlength=${options.minlength ?? nothing}
      maxlength="256"
      required
      autocapitalize="none"
      spellcheck="false"
    />
  </label>`;
}

/** The values of a form. */
export function values(event: Event): Record<string, string> {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  return Object.fromEntries(
    [...data].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

/** What went wrong, in the words of the form. */
function explained(kind: Kind, error: unknown): string {
  if (error instanceof OnlineError) {
    if (kind === 'register' && error.code === 'conflict') return t('online.error.taken');
    if (kind === 'login' && error.code === 'forbidden') return t('online.error.login');
    if (kind === 'recover' && error.code === 'forbidden') return t('online.error.recover');
  }
  return explainOnline(error);
}

/** `done` gets the recovery codes of a name that was kept; nothing after a sign-in. */
export function entry(done: (codes: string[] | null) => void): Entry {
  let kind: Kind = 'register';
  let wrong: string | null = null;
  let busy = false;

  async function send(sent: Record<string, string>): Promise<void> {
    if (busy) return;
    busy = true;
    wrong = null;
    update();
    try {
      let codes: string[] | null = null;
      if (kind === 'register') {
        await withAccount();
        const answer = await post<{ recovery_codes: string[] }>('/register', sent);
        codes = answer.recovery_codes;
      } else await post(`/${kind}`, sent);
      await socket.restart();
      done(codes);
    } catch (error) {
      wrong = explained(kind, error);
    }
    busy = false;
    update();
  }

  /** Signs in with a passkey, or keeps a name with one instead of a password. */
  async function withPasskey(form: HTMLFormElement): Promise<void> {
    const name = form.elements.namedItem('name') as HTMLInputElement;
    if (busy || (kind === 'register' && !name.reportValidity())) return;
    busy = true;
    wrong = null;
    update();
    let codes: string[] | null = null;
    try {
      if (kind === 'register') {
        await withAccount();
        if ((await passkeys()).length === 0) await addPasskey();
        try {
          const sent = { name: name.value };
          codes = (await post<{ recovery_codes: string[] }>('/register', sent)).recovery_codes;
        } catch (error) {
          wrong = explained(kind, error);
        }
      } else await signInWithPasskey();
    } catch (error) {
      wrong = explainPasskey(error);
    }
    if (!wrong) {
      await socket.restart();
      done(codes);
    }
    busy = false;
    update();
  }

  const passkeyButton = () =>
    kind === 'recover' || support() !== 'yes'
      ? nothing
      : html`<button
          class="quiet wide-button"
          type="button"
          ?disabled=${busy}
          @click=${(event: Event) => {
            const { form } = event.currentTarget as HTMLButtonElement;
            if (form) void withPasskey(form);
          }}
        >
          ${t(`online.${kind}.passkey`)}
        </button>`;

  const switchTo = (to: Kind) => () => {
    kind = to;
    wrong = null;
    update();
  };
  const link = (to: Kind) =>
    kind === to
      ? nothing
      : html`<button class="plain-link" type="button" @click=${switchTo(to)}>
          ${t(`online.${to}`)}
        </button>`;

  return {
    view: () => html`
      <form class="panel online-form" @submit=${(event: Event) => void send(values(event))}>
        <h2>${t(`online.${kind}`)}</h2>
        <p class="soft">${t(`online.${kind}.text`)}</p>
        ${field('name', t('online.name'), { autocomplete: 'username', minlength: 2 })}
        ${
          kind === 'recover'
            ? field('code', t('online.code.recovery'), { autocomplete: 'one-time-code' })
            : nothing
        }
        ${field('password', t(kind === 'recover' ? 'online.password.new' : 'online.password'), {
          type: 'password',
          autocomplete: kind === 'login' ? 'current-password' : 'new-password',
          minlength: 8,
        })}
        ${problem(wrong)}
        <button class="wide-button" type="submit" ?disabled=${busy}>
          ${t(`online.${kind}.do`)}
        </button>
        ${passkeyButton()}
        <p class="online-other">${link('register')} ${link('login')} ${link('recover')}</p>
      </form>
    `,
  };
}

/** Recovery codes, shown once. */
export function codesView(codes: string[], done: () => void): TemplateResult {
  return html`<section class="panel online-form" aria-labelledby="codes">
    <h2 id="codes">${t('online.codes')}</h2>
    <p>${t('online.codes.text')}</p>
    <ul class="online-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <div class="row">
      <button
        class="quiet"
        @click=${() => void copyText(codes.join('\n'), t('online.copied'), t('share.failed'))}
      >
        ${icon('copy')}${t('online.copy')}
      </button>
      <button @click=${done}>${t('online.codes.done')}</button>
    </div>
  </section>`;
}
