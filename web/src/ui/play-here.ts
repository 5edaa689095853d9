/** “Play from here”: a link that plays a position on, on whichever page shows one. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { keepBoard } from '../analyse/boards';
import { t } from '../i18n';
import { playFrom } from '../links';
import { game as describeGame, type GameRef } from '../rules';
import { icon } from './icons';

interface Shown {
  position: string;
  /** How the game ended, if it did: then there is nothing to play on. */
  result?: unknown;
}

export function playHere(
  ref: GameRef,
  { position, result }: Shown,
  small = false,
): TemplateResult | typeof nothing {
  if (result) return nothing;
  // A board from a file is found again by its name.
  const keep = () => ref.file !== undefined && keepBoard(ref.file);
  return html`<a
    class="button quiet ${small ? 'small' : ''}"
    href=${playFrom(describeGame(ref).name, position, ref.captures)}
    @click=${keep}
    >${icon('play')}${t('play-from-here')}</a
  >`;
}
