import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caller } from '../rules/module';
import { en as rulesEn } from '../rules/texts/en';
import { en } from './en';
import { PARTS } from './parts-for-tests';

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
