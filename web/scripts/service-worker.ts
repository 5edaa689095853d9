/** A Vite plugin that writes `sw.js`, with the list of all files of this build. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const here = import.meta.dirname;

/** Letters of one language, which most users never see: the worker keeps them once they are used. */
const FOR_SOME = /-(devanagari|tamil)-/;

/** The files of a folder, as paths from it. */
function files(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under)).flatMap((name) => {
    const path = join(under, name);
    return statSync(join(folder, path)).isDirectory() ? files(folder, path) : [path];
  });
}

export function serviceWorker(): Plugin {
  return {
    name: 'bagh-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((name) => name !== 'index.html');
        const open = files(join(here, '../public'));
        const source = readFileSync(join(here, 'sw.js'), 'utf8');
        const hash = createHash('sha256').update(source);
        const page = bundle['index.html'];
        if (page?.type === 'asset') hash.update(page.source);
        // Names of built files hold a hash of what is in them.
        for (const name of built) hash.update(name);
        for (const name of open) hash.update(readFileSync(join(here, '../public', name)));
        const kept = built.filter((name) => !FOR_SOME.test(name));
        const paths = ['/', ...[...kept, ...open].map((name) => `/${name}`)];
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: source
            .replace('__VERSION__', hash.digest('hex').slice(0, 16))
            .replace("['__FILES__']", JSON.stringify(paths)),
        });
      },
    },
  };
}
