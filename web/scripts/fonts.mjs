/**
 * Cuts the body face down to the letters that the texts use: `npm run fonts`.
 *
 * Needs `pyftsubset` of fonttools (`pip install fonttools brotli`). To be run again after texts
 * brought letters that were not there before; until then the system's letters stand in.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '..');
const out = join(web, 'src/styles/fonts');

/** All letters of the texts in a language. */
function letters(language) {
  const files = readdirSync(join(web, 'src'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(`/${language}.ts`));
  return new Set(files.flatMap((name) => [...readFileSync(join(web, 'src', name), 'utf8')]));
}

function unicodes(all, first, last) {
  const codes = [...all].map((letter) => letter.codePointAt(0));
  // Joiners and the ring that carries a lone vowel sign belong to the script.
  const used = codes.filter((code) => code >= first && code <= last);
  return [...used, 0x200c, 0x200d, 0x25cc].map((code) => `U+${code.toString(16)}`).join(',');
}

const LATIN =
  'U+20-7E,U+A0,U+AB,U+B7,U+BB,U+D7,U+2010-2014,U+2018-201D,U+2022,U+2026,U+2192,U+2212';
const NEPALI = unicodes(new Set([...letters('ne'), ...'०१२३४५६७८९']), 0x900, 0x97f);
const TAMIL = unicodes(letters('ta'), 0xb80, 0xbff);

for (const weight of [400, 600]) {
  for (const [name, file, codes, more] of [
    [
      'noto-sans-latin',
      'noto-sans/files/noto-sans-latin',
      LATIN,
      ['--layout-features=kern,mark,mkmk,ccmp,tnum,liga'],
    ],
    [
      'noto-sans-devanagari',
      'noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
      NEPALI,
      [],
    ],
    ['noto-sans-tamil', 'noto-sans-tamil/files/noto-sans-tamil-tamil', TAMIL, []],
  ]) {
    execFileSync('pyftsubset', [
      join(web, 'node_modules/@fontsource', `${file}-${weight}-normal.woff2`),
      `--unicodes=${codes}`,
      '--flavor=woff2',
      '--no-hinting',
      '--desubroutinize',
      ...more,
      `--output-file=${join(out, `${name}-${weight}.woff2`)}`,
    ]);
  }
}
