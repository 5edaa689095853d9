/** A game as a link and as a picture. */

import { t } from '../i18n';
import { analyseUrl } from '../links';
import type { GameRef } from '../rules';
import { gameTitle } from '../ui/board';
import { copyText, toast } from '../ui/toast';
import { resultReason, resultTitle } from './result';
import type { Session } from './session';

/** The game as the analysis knows it: board files by the name in them. */
export function analysed(session: Session): GameRef {
  const { file, captures } = session.saved.game;
  if (!file) return session.saved.game;
  return { name: session.game.name, ...(captures === undefined ? {} : { captures }) };
}

export async function copyLinkOf(session: Session): Promise<void> {
  const shared = analyseUrl({ ...session.saved, game: analysed(session) });
  const link = new URL(shared, location.href).href;
  await copyText(link, t('share.link.copied'), t('share.failed'));
}

export async function sharePictureOf(session: Session): Promise<void> {
  const board = document.querySelector('.play bagh-board');
  if (!board) return;
  const { result } = session;
  const title = result ? resultTitle(session, result) : gameTitle(session.game);
  const line = result
    ? `${gameTitle(session.game)} · ${resultReason(session, result)}`
    : t('app.tagline');
  try {
    const { picture, sharePicture } = await import('../ui/picture');
    const done = await sharePicture(await picture(board, title, line), `${session.game.name}.png`);
    if (done === 'saved') toast(t('share.picture.done'));
  } catch {
    toast(t('share.failed'));
  }
}
