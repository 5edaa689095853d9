/** Errors in the user's language. */

import { ServiceError } from '../api';
import { isText, language, t } from '../i18n';
import { MissingPart, RulesError } from '../rules';

/** How browsers say that nothing came: Chromium, Firefox, and Safari. */
const NOTHING_CAME = /import|failed to fetch|networkerror|load failed/i;

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

/** What went wrong, for the user. */
export function explain(error: unknown): string {
  if (error instanceof ServiceError && error.status === 0) return t('error.offline');
  if (isMissingPart(error)) return t('error.offline');
  if (error instanceof RulesError) {
    // The two FENs in use look the same.
    if (error.code === 'ambiguous-notation') return t('error.fen');
    // The library explains in English what it found and what it expected. In other languages the
    // part of the request that is wrong is named.
    const key = `error.${error.field}`;
    if (language() !== 'en' && isText(key)) return t(key, { number: (error.index ?? 0) + 1 });
  }
  return error instanceof Error ? error.message : String(error);
}
