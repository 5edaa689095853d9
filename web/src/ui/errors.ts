/** Errors in the user's language, as far as they have a code; the others in the words they have. */

import { ServiceError } from '../api';
import { isText, t } from '../i18n';
import { RulesError } from '../rules';

/** What went wrong, for the user. */
export function explain(error: unknown): string {
  if (error instanceof ServiceError && error.status === 0) return t('error.offline');
  if (error instanceof RulesError) {
    const key = `error.${error.code ?? ''}`;
    if (isText(key)) {
      const values = error.values.map((value) => (/^\d+$/.test(value) ? Number(value) : value));
      return t(key, Object.fromEntries(values.entries()));
    }
  }
  return error instanceof Error ? error.message : String(error);
}
