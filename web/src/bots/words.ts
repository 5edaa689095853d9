/** How a bot failed, in words that players understand. */

import { t, type Key } from '../i18n';
import type { Failure } from './box/protocol';

export function failureText({ kind, said, line }: Failure): string {
  if (kind === 'threw' && line !== undefined) {
    return t('bots.fail.threw.line', { said: said ?? '', line });
  }
  return t(`bots.fail.${kind}` as Key, { said: said ?? '' });
}
