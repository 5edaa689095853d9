import { afterEach, expect, it } from 'vitest';
import './for-tests';
import { speak } from './index';
import { clockText } from '../play/clock';
import { change } from '../settings';
import { size } from '../explore/counting';

afterEach(async () => {
  change({ language: 'en' });
  await speak('en');
});

it('sizes and clocks have the digits of the language', async () => {
  expect([size(4_000_000), size(999), size(123_456)]).toEqual(['4.0 MB', '999 B', '123 kB']);
  expect([clockText(65_000), clockText(4200)]).toEqual(['1:05', '4.2']);
  change({ language: 'ne' });
  await speak('ne');
  expect([size(4_000_000), size(123_456)]).toEqual(['४.० MB', '१२३ kB']);
  expect([clockText(65_000), clockText(4200)]).toEqual(['१:०५', '४.२']);
});
