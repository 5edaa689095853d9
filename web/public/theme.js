// Before the first paint, so that no other theme flashes up.
try {
  const kept = JSON.parse(localStorage.getItem('bagh.settings') || '{}');
  const contrast = matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset.theme = kept.theme || (contrast ? 'contrast' : 'slate');
} catch {
  document.documentElement.dataset.theme = 'slate';
}
// Display letters of Nepali and Tamil are large: they are used once they are on this device.
if (navigator.serviceWorker?.controller) document.documentElement.dataset.letters = 'kept';
