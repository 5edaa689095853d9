import { describe, expect, it } from 'vitest';
import { en as exploreEn } from '../../explore/texts/en';
import { ne as exploreNe } from '../../explore/texts/ne';
import { ta as exploreTa } from '../../explore/texts/ta';
import { LESSON_GAMES, LESSONS } from '../lessons';
import { en } from './en';
import { ne } from './ne';
import { ta } from './ta';

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
const all: [string, Record<string, string>, Record<string, string>][] = [
  ['learn, ne', en, ne],
  ['learn, ta', en, ta],
  ['explore, ne', exploreEn, exploreNe],
  ['explore, ta', exploreEn, exploreTa],
];

describe.each(all)('the texts of %s', (_, english, other) => {
  it('say the same with the same values', () => {
    for (const [key, text] of Object.entries(english)) {
      expect(holes(other[key]!), key).toEqual(holes(text));
      expect(other[key], key).not.toBe(text);
    }
  });
});

it('every step of a lesson has its texts', () => {
  for (const game of LESSON_GAMES) {
    for (const step of LESSONS[game]) {
      const parts = step.wants ? ['title', 'task', 'done'] : ['title', 'task'];
      for (const part of parts) expect(en).toHaveProperty([`lesson.${game}.${step.id}.${part}`]);
    }
  }
});
