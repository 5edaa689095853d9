/**
 * What the texts and the settings ask of a browser when they are loaded, for unit tests. It is
 * imported before whatever uses them.
 */

const media = { matches: false, addEventListener: () => {} };
Object.assign(globalThis, {
  matchMedia: () => media,
  document: { documentElement: {}, createTreeWalker: () => ({}), addEventListener: () => {} },
  addEventListener: () => {},
});
Object.defineProperty(globalThis, 'navigator', {
  configurable: true,
  value: { languages: ['en'], onLine: true },
});

export {};
