import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en as analyseEn } from '../analyse/texts/en';
import { ne as analyseNe } from '../analyse/texts/ne';
import { ta as analyseTa } from '../analyse/texts/ta';
import { en as botsEn } from '../bots/texts/en';
import { ne as botsNe } from '../bots/texts/ne';
import { ta as botsTa } from '../bots/texts/ta';
import { en as exploreEn } from '../explore/texts/en';
import { ne as exploreNe } from '../explore/texts/ne';
import { ta as exploreTa } from '../explore/texts/ta';
import { en as learnEn } from '../learn/texts/en';
import { ne as learnNe } from '../learn/texts/ne';
import { ta as learnTa } from '../learn/texts/ta';
import { en as onlineEn } from '../online/texts/en';
import { ne as onlineNe } from '../online/texts/ne';
import { ta as onlineTa } from '../online/texts/ta';
import { caller } from '../rules/module';
import { en as rulesEn } from '../rules/texts/en';
import { ne as rulesNe } from '../rules/texts/ne';
import { ta as rulesTa } from '../rules/texts/ta';
import { en } from './en';
import { ne } from './ne';
import { ta } from './ta';

/** The texts of the app, and of the pages that bring their own. */
const PARTS: Record<string, Record<'en' | 'ne' | 'ta', Record<string, string>>> = {
  app: { en, ne, ta },
  analyse: { en: analyseEn, ne: analyseNe, ta: analyseTa },
  bots: { en: botsEn, ne: botsNe, ta: botsTa },
  explore: { en: exploreEn, ne: exploreNe, ta: exploreTa },
  learn: { en: learnEn, ne: learnNe, ta: learnTa },
  online: { en: onlineEn, ne: onlineNe, ta: onlineTa },
  rules: { en: rulesEn, ne: rulesNe, ta: rulesTa },
};

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
/** What stands on a key of the keyboard. */
const SAME = new Set(['analyse.keys.space']);
/** A full stop is the same in every language that has one. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));

describe.each(Object.entries(PARTS))('the texts of %s', (_, { en, ...others }) => {
  it.each(Object.entries(others))('say the same in %s, with the same values', (_, other) => {
    for (const [key, text] of Object.entries(en)) {
      expect(holes(other[key] ?? ''), key).toEqual(holes(text));
      expect(other[key]?.trim(), key).not.toBe('');
      if (hasWords(text) && !SAME.has(key)) expect(other[key], key).not.toBe(text);
    }
  });
});

it('whatever the rules refuse has words', () => {
  const source = new URL('../../../crates/bagh-wasm/src/codes.rs', import.meta.url);
  const named = readFileSync(source, 'utf8').matchAll(/coded!\(\s*"([a-z-]+)"/g);
  const codes = new Set([...named].map(([, code]) => `wrong.${code}`));
  expect(codes.size).toBeGreaterThan(60);
  const keys = Object.keys(rulesEn).filter((key) => !/\.(kaooa|line|place)$/.test(key));
  expect(keys.sort()).toEqual([...codes].sort());
});

it('every built-in game has a name', async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const names = caller(instance)({ op: 'games' }) as string[];
  expect(names).toContain('bagh-chal');
  for (const name of names) expect(Object.keys(en), name).toContain(`game.${name}`);
});

/** What people stumbled over, and what is said instead. */
const AGREED: Partial<Record<keyof typeof en, string>> = {
  'home.continue': 'Resume game',
  'reason.resigned.you': 'You resigned.',
  'reason.repetition': 'Draw by threefold repetition.',
  'home.analyse': 'Analyse any position',
  'home.explore': 'See how the games were solved',
  'settings.coordinates': 'Coordinates',
  'settings.animation': 'Animate moves',
};

it('the texts that people asked for are there', () => {
  expect(en).toMatchObject(AGREED);
  expect(en['about.rules.3']).toContain('One capture per turn, and capturing is optional.');
});

it('no text has two full stops, a space before one, or two spaces', () => {
  for (const texts of [en, ne, ta]) {
    for (const [key, text] of Object.entries(texts)) {
      expect(text, key).not.toMatch(/\.\.(?!\.)| [.,;।]|।।/);
      expect(text, key).toBe(text.replace(/  +/g, ' '));
    }
  }
});
