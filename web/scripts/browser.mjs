/** Where the browser is: `BAGH_BROWSER`, or a Chromium of the system. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The one without windows first: it is quicker. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

export function browserPath() {
  const wanted = process.env.BAGH_BROWSER;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`BAGH_BROWSER: found nothing at ${wanted}, expected a Chromium`);
  }
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  throw new Error(
    'found no Chromium: install it (Debian: `apt-get install chromium`) or set BAGH_BROWSER',
  );
}
