/** What a clock shows. */

import { digits } from '../i18n';

/** Minutes and seconds; tenths when it gets close. */
export function clockText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return digits(seconds.toFixed(1));
  const whole = Math.ceil(seconds);
  return digits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`);
}
