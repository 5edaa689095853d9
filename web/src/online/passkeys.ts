/** Passkeys: made and used by the browser's own dialog, listed and removed here. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { date, t } from '../i18n';
import { get, OnlineError, post } from './api';
import { decode, encode } from './base64url';
import { deviceName, explainOnline } from './words';

export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}

/** Whether passkeys work here: they need a name, not an address, and a secure connection. */
export type Support = 'yes' | 'address' | 'no';

const ADDRESS = /^(\[.*\]|[\d.]+)$/;

export function support(): Support {
  if (ADDRESS.test(location.hostname)) return 'address';
  return isSecureContext && 'PublicKeyCredential' in window ? 'yes' : 'no';
}

interface Known {
  type: 'public-key';
  id: string;
}

interface Creation extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Known[];
}

interface Request extends Omit<PublicKeyCredentialRequestOptions, 'challenge'> {
  challenge: string;
}

/** Makes a passkey for the account that is signed in. */
export async function addPasskey(): Promise<void> {
  const { options } = await post<{ options: Creation }>('/passkeys/new');
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: decode(one.id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (!made) throw new DOMException('no passkey was made', 'NotAllowedError');
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  await post('/passkeys', {
    label: deviceName(navigator.userAgent),
    client_data: encode(clientDataJSON),
    attestation: encode(attestationObject),
  });
}

/** What a passkey says of a new challenge: it proves who the person is. */
async function proof(): Promise<object> {
  const { options } = await post<{ options: Request }>('/passkeys/challenge');
  const publicKey = { ...options, challenge: decode(options.challenge) };
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!found) throw new DOMException('no passkey was chosen', 'NotAllowedError');
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
    ...(response.userHandle ? { user_handle: encode(response.userHandle) } : {}),
  };
}

/** Signs in with a passkey of the person's choice. */
export async function signInWithPasskey(): Promise<void> {
  await post('/passkeys/login', await proof());
}

/** New recovery codes, for somebody who has a passkey instead of a password. */
export async function codesByPasskey(): Promise<string[]> {
  const made = await post<{ recovery_codes: string[] }>('/recovery-codes', {
    passkey: await proof(),
  });
  return made.recovery_codes;
}

export async function passkeys(): Promise<Passkey[]> {
  return (await get<{ passkeys: Passkey[] }>('/passkeys')).passkeys;
}

/** What went wrong with a passkey. Browsers say little, so that sites learn little. */
export function explainPasskey(error: unknown): string {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return t('online.passkey.known');
    return t('online.passkey.cancelled');
  }
  if (error instanceof OnlineError && error.code === 'forbidden')
    return t('online.passkey.refused');
  if (error instanceof OnlineError && error.code === 'conflict') return t('online.passkey.last');
  return explainOnline(error);
}

export interface Actions {
  passkeys: Passkey[];
  busy: boolean;
  wrong: string | null;
  add: () => void;
  remove: (passkey: Passkey) => void;
}

/** The passkeys of an account, where there are any or can be. */
export function passkeysView(actions: Actions): TemplateResult | typeof nothing {
  const can = support();
  if (can === 'no' && actions.passkeys.length === 0) return nothing;
  return html`<section class="panel" aria-labelledby="passkeys">
    <h2 id="passkeys">${t('online.passkeys')}</h2>
    <p class="soft">${t(can === 'address' ? 'online.passkey.address' : 'online.passkeys.text')}</p>
    ${
      actions.passkeys.length === 0
        ? nothing
        : html`<ul class="online-list">
            ${actions.passkeys.map(
              (one) =>
                html`<li>
                  <span>
                    <span class="online-label">${one.label}</span>
                    <span class="soft">${date(one.created)}</span>
                    ${
                      one.used === null
                        ? nothing
                        : html`<span class="soft"
                            >${t('online.passkey.used', { date: date(one.used) })}</span
                          >`
                    }
                  </span>
                  <button class="quiet small" @click=${() => actions.remove(one)}>
                    ${t('online.passkey.remove')}
                  </button>
                </li>`,
            )}
          </ul>`
    }
    ${actions.wrong ? html`<p class="wrong" role="alert">${actions.wrong}</p>` : nothing}
    ${
      can === 'yes'
        ? html`<button class="quiet" ?disabled=${actions.busy} @click=${() => actions.add()}>
            ${t('online.passkey.add')}
          </button>`
        : nothing
    }
  </section>`;
}
