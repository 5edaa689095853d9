/** The account: keep a name, sign in and out, and manage what belongs to it. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { t } from '../../i18n';
import { navigate } from '../../router';
import { icon } from '../../ui/icons';
import { socket } from '../connection';
import { codesView, entry, type Entry } from '../account-forms';
import { ownView, OwnAccount } from '../own-account';
import { framed, opening, type Screen } from '../frame';

export function screen(url: URL): Screen {
  const next = url.searchParams.get('next');
  let codes: string[] | null = null;
  let known = false;
  const own = new OwnAccount((fresh) => {
    codes = fresh;
    update();
  });
  const forms: Entry = entry((fresh) => {
    codes = fresh;
    // Those who came here to take a rated challenge go back to it.
    if (!codes && next?.startsWith('/online/')) navigate(next);
    else own.look();
    update();
  });
  void socket.ready().then((me) => {
    known = true;
    if (me.player) own.look();
    update();
  });
  const stopStatus = socket.onStatus(() => {
    known ||= socket.me !== null;
  });

  function body(): TemplateResult {
    if (codes) {
      return codesView(codes, () => {
        codes = null;
        if (next?.startsWith('/online/')) navigate(next);
        else own.look();
        update();
      });
    }
    if (!known) return opening();
    return html`${socket.me?.name ? ownView(own) : forms.view()}
      <p>
        <a href="/online/stored">${t('online.stored')}</a>
      </p>
      ${socket.me?.player && !socket.me.name ? own.guestView() : nothing}`;
  }

  return {
    title: () => t('online.account'),
    view: () =>
      framed(
        socket.me?.name ?? t('online.account'),
        html`${
          socket.me?.name
            ? html`<p>
                <a href="/online/player/${encodeURIComponent(socket.me.name)}"
                  >${icon('people')} ${t('online.profile')}</a
                >
              </p>`
            : nothing
        }
        ${body()}`,
      ),
    stop: stopStatus,
  };
}
