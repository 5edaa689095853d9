/** Whether the site was found to have no online play: other pages then leave out the way there. */

import { whole } from '../rules/schema';
import { tablesFolder } from '../site';
import { keep, recall } from '../store';

const NAME = 'online.absent';
/** A site may get online play later. */
const BELIEVED = 86_400_000;

export function rememberAbsent(absent: boolean): void {
  keep(NAME, absent ? Date.now() : undefined);
}

export function isAbsent(): boolean {
  if (tablesFolder() !== undefined) return true;
  const found = recall(NAME, whole);
  return found !== undefined && Date.now() - found < BELIEVED;
}
