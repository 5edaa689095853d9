/** Where the browser keeps tables. */

/** The cache of whole files that the user has chosen to keep; see `offline.ts`. */
export const FILES = 'tables-files';
/** The database of ranges that were fetched before; see `kept.ts`. */
export const RANGES = 'tables-ranges';
