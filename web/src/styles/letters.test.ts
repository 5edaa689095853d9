/** The faces that are shipped have the letters of all texts, and those that names may need. */

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../i18n/parts-for-tests';

const css = readFileSync(new URL('letters.css', import.meta.url), 'utf8');

interface Face {
  family: string;
  file: string;
  isMeant: (code: number) => boolean;
}

const faces: Face[] = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, block = '']) => {
  const value = (pattern: RegExp) => pattern.exec(block)?.[1] ?? '';
  const ranges = value(/unicode-range:([^;]*);/)
    .split(',')
    .map((range) => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-');
      return [parseInt(from, 16), parseInt(to, 16)] as const;
    });
  return {
    family: value(/font-family: '([^']*)'/),
    file: value(/url\('([^']*)'\)/),
    isMeant: (code) => ranges.some(([from, to]) => code >= from && code <= to),
  };
});

/** The tables of a face in WOFF2 that are not stored in another form, by their numbers there. */
function tables(bytes: Buffer): Map<number, Buffer> {
  let at = 48;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = bytes[at++]!;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const listed = Array.from({ length: bytes.readUInt16BE(12) }, () => {
    const flags = bytes[at++]!;
    const kind = flags & 63;
    if (kind === 63) at += 4;
    const length = number();
    // The outlines are stored in another form unless that is said, everything else if it is said.
    const isOutline = kind === 10 || kind === 11;
    const isChanged = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    return { kind, stored: isChanged ? number() : length };
  });
  const packed = bytes.subarray(at, at + bytes.readUInt32BE(20));
  const plain = brotliDecompressSync(packed);
  let start = 0;
  return new Map(
    listed.map(({ kind, stored }) => [kind, plain.subarray(start, (start += stored))] as const),
  );
}

/** The characters of a face, from the table of segments that all of ours have. */
function characters(file: string): Set<number> {
  const cmap = tables(readFileSync(new URL(file, import.meta.url))).get(0)!;
  const found = new Set<number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const segments = cmap.readUInt16BE(at + 6) / 2;
    for (let s = 0; s < segments; s++) {
      const end = cmap.readUInt16BE(at + 14 + 2 * s);
      const start = cmap.readUInt16BE(at + 16 + 2 * segments + 2 * s);
      for (let code = start; code <= end && code < 0xffff; code++) found.add(code);
    }
  }
  return found;
}

const SCRIPTS = {
  ne: {
    script: /\p{Script=Devanagari}/u,
    // Vowels, consonants and signs of Nepali, and letters that names from neighbours have.
    names:
      'अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहक्षत्रज्ञािीुूृेैोौंःँ्ऽॐऑॉऍॅळक़ख़ग़ज़ड़ढ़फ़०१२३४५६७८९',
  },
  ta: {
    script: /\p{Script=Tamil}/u,
    names: 'அஆஇஈஉஊஎஏஐஒஓஔஃகஙசஞடணதநபமயரலவழளறனஜஷஸஹஶாிீுூெேைொோௌ்',
  },
} as const;

describe.each(Object.entries(SCRIPTS))('the faces for %s', (language, { script, names }) => {
  const texts = Object.values(PARTS).flatMap((part) =>
    Object.values(part[language as 'ne' | 'ta']),
  );
  const wanted = new Set([...texts.join(''), ...names].filter((letter) => script.test(letter)));
  const own = faces.filter(({ isMeant }) => isMeant([...wanted][0]!.codePointAt(0)!));

  it('are those of the body, of headings, and of a first visit', () => {
    const families = new Set(own.map(({ family }) => family));
    expect([...families].sort()).toEqual(['Bagh Display', 'Bagh Fallback', 'Bagh Text']);
  });

  it.each(own)('$file has all letters', ({ file, isMeant }) => {
    const there = characters(file);
    for (const letter of wanted) {
      const code = letter.codePointAt(0)!;
      expect(isMeant(code), `${letter} in the range of ${file}`).toBe(true);
      expect(there.has(code), `${letter} in ${file}`).toBe(true);
    }
  });
});
