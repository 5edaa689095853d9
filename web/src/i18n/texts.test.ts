import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { caller } from '../rules/module';
import { en } from './en';
import { ne } from './ne';
import { ta } from './ta';

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

for (const [language, texts] of Object.entries({ ne, ta })) {
  it(`the texts in ${language} say the same with the same values`, () => {
    for (const [key, text] of Object.entries(en)) {
      const other = texts[key as keyof typeof en];
      expect(holes(other), key).toEqual(holes(text));
      expect(other.trim(), key).not.toBe('');
    }
  });

  it(`the texts in ${language} are translated`, () => {
    // A full stop is the same in every language that has one.
    const words = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    const same = Object.entries(en).filter(
      ([key, text]) => words(text) && texts[key as keyof typeof en] === text,
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });
}

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
