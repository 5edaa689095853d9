// Before the first paint, so that no other theme flashes up.
(() => {
  const root = document.documentElement;
  const themes = ['paper', 'slate', 'dark', 'contrast'];
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem('bagh.settings') || '{}')?.theme;
  } catch {
    // Storage is forbidden, or holds no JSON.
  }
  const wants = (query) => matchMedia(query).matches;
  const auto = wants('(prefers-contrast: more)')
    ? 'contrast'
    : wants('(prefers-color-scheme: dark)')
      ? 'dark'
      : 'paper';
  root.dataset.theme = themes.includes(kept) ? kept : auto;
  // The faces are used once they are on this device: a first visit is to be quick.
  if (navigator.serviceWorker?.controller) root.dataset.letters = 'kept';
})();
