import '../../i18n/for-tests';
import { expect, it } from 'vitest';
import { en } from '../texts/en';
import { unknownWords } from './words';

it.each([
  ['offline', 'Offline: engine estimate'],
  ['own-board', 'Engine estimate'],
  ['refused', 'Engine estimate'],
  ['host', 'Engine estimate'],
  ['guarded', 'Part of your rated game'],
] as const)(
  'a position without an exact value is called offline only where it is: %s',
  (why, said) => {
    expect(en[unknownWords({ kind: 'away', why }) as keyof typeof en]).toBe(said);
  },
);

it.each([
  ['unsolved', 'Not solved: engine estimate'],
  ['solving', 'Not solved yet'],
] as const)('a position that is not solved is called that: %s', (reason, said) => {
  const value = { kind: 'unknown' as const, reason, progress: null, secondsLeft: null };
  expect(en[unknownWords(value) as keyof typeof en]).toBe(said);
});
