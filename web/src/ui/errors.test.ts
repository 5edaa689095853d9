import '../i18n/for-tests';
import { beforeAll, expect, it, vi } from 'vitest';
import { isForeign } from './errors';

beforeAll(() => vi.stubGlobal('location', { origin: 'https://bagh.example' }));

function at(...places: string[]): Error {
  const error = new Error('made for this test');
  error.stack = ['Error: made for this test', ...places.map((at) => `    at f (${at})`)].join('\n');
  return error;
}

it.each([
  ['a script of another origin, of which nothing is told', null, ''],
  [
    'an extension',
    at('chrome-extension://abc/content.js:1:2'),
    'chrome-extension://abc/content.js',
  ],
  ['an extension, in a promise', at('moz-extension://abc/content.js:1:2'), ''],
  [
    'what an app put into the page',
    at('https://bagh.example/play:1:2'),
    'https://bagh.example/play',
  ],
  ['a script of another site', at('https://other.example/a.js:1:2'), 'https://other.example/a.js'],
  ['a site whose name begins alike', at('https://bagh.example.org/a.js:1:2'), ''],
])('an error is not ours: %s', (_, error, file) => {
  expect(isForeign(error, file)).toBe(true);
});

it.each([
  ['a file of the app', at('https://bagh.example/assets/play-x1.js:1:2'), ''],
  ['a file of the app, in an event', null, 'https://bagh.example/assets/play-x1.js'],
  [
    'ours, called by an extension',
    at('https://bagh.example/assets/a.js:1:2', 'x-ext://a/b.js'),
    '',
  ],
  ['an error that does not say where', new Error('somewhere'), ''],
  ['a rejection without an error', 'text', ''],
])('an error is ours: %s', (_, error, file) => {
  if (error instanceof Error && error.message === 'somewhere') error.stack = '';
  expect(isForeign(error, file)).toBe(false);
});
