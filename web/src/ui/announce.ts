/** Says things to a screen reader, without moving the focus. */

let region: HTMLElement | undefined;
let turn = false;

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'unseen';
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  // The same text twice is read twice only if it differs.
  turn = !turn;
  region.textContent = turn ? text : `${text}\u00a0`;
}
