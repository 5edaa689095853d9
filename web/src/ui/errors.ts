/** Errors in the user's language. */

import { ServiceError } from '../api';
import { isText, language, t } from '../i18n';
import { MissingPart, RulesError, type Fault } from '../rules';
import { say, type Named } from './words';

/** How browsers say that nothing came: Chromium, Firefox, and Safari. */
const NOTHING_CAME = /import|failed to fetch|network ?error|load failed/i;

/** Whether a part of the app could not be loaded. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof MissingPart || (error instanceof TypeError && NOTHING_CAME.test(error.message))
  );
}

/**
 * Whether an error comes from a script that is none of the app's files. The page has no scripts
 * but files; what a browser puts into it has the address of the page, or none at all.
 */
export function isForeign(error: unknown, file = ''): boolean {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = `${file} ${stack}`.match(/\b[a-z-]+:\/\/\S+/g);
  // “Script error.” is all that a browser tells of a script of another origin.
  if (!places) return error === undefined || error === null;
  const own = `${location.origin}/`;
  return !places.some((place) => place.startsWith(own) && /\.[jt]s\b/.test(place));
}

/**
 * What the rules refuse, in the user's words, with the animals of the game. The words for it are the
 * part `rules` of the texts. Without them, or without a code, the part of the request that is wrong
 * is named; in English the library's message explains more.
 */
function refused({ code, values = [], line, column, field, message }: Fault, game: Named): string {
  const [specific, general] = [`wrong.${code}`, `error.${field}`];
  const filled = values.map((value) => (/^\d+$/.test(value) ? Number(value) : value));
  const why = isText(specific)
    ? say(game, specific, Object.fromEntries(filled.entries()))
    : (language() !== 'en' || !message) && isText(general)
      ? t(general)
      : (message ?? field);
  if (line === undefined || !isText('wrong.at.line')) return why;
  return column === undefined
    ? t('wrong.at.line', { line, why })
    : t('wrong.at.place', { line, column, why });
}

/** What went wrong, for the user. */
export function explain(error: unknown, game: Named = { name: '' }): string {
  if (error instanceof ServiceError && error.status === 0) return t('error.offline');
  if (isMissingPart(error)) return t('error.offline');
  if (error instanceof RulesError) return refused(error.fault, game);
  return error instanceof Error ? error.message : String(error);
}
