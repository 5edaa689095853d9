/** Play a friend: the terms, then a link. With `?to=NAME` the challenge goes to that player. */

import { html, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { t } from '../../i18n';
import { navigate } from '../../router';
import { icon } from '../../ui/icons';
import { post } from '../api';
import { withAccount } from '../connection';
import { framed, problem, type Screen } from '../frame';
import { FOR_FRIENDS, TermsForm } from '../terms-form';
import type { Challenge } from '../types';
import { explainOnline } from '../words';

export function screen(url: URL): Screen {
  const to = url.searchParams.get('to');
  const name = url.searchParams.get('name') ?? to;
  const form = new TermsForm(FOR_FRIENDS, { side: true, pair: true });
  let wrong: string | null = null;
  let busy = false;

  async function submit(): Promise<void> {
    if (busy) return;
    busy = true;
    wrong = null;
    update();
    try {
      await withAccount();
      const kind = to ? { kind: 'direct', opponent: to } : { kind: 'link' };
      const made = await post<{ challenge: Challenge }>('/challenges', { ...kind, ...form.body() });
      navigate(`/online/c/${made.challenge.id}`);
    } catch (error) {
      wrong = explainOnline(error);
    }
    busy = false;
    update();
  }

  const title = () => (name ? t('online.challenge.name', { name }) : t('online.friend'));
  return {
    title,
    view: (): TemplateResult =>
      framed(
        title(),
        html`<form
          class="panel online-form"
          @submit=${(event: Event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <p class="soft">${t(to ? 'online.friend.direct' : 'online.friend.text')}</p>
          ${form.view()} ${problem(wrong)}
          <button class="wide-button" type="submit" ?disabled=${busy}>
            ${icon(to ? 'people' : 'link')}${t(to ? 'online.challenge.send' : 'online.friend.make')}
          </button>
        </form>`,
      ),
  };
}
