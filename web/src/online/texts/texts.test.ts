import { expect, it } from 'vitest';
import { PHRASES } from '../types';
import { en } from './en';

it('every phrase has its words', () => {
  for (const phrase of PHRASES) expect(en).toHaveProperty([`online.phrase.${phrase}`]);
});
