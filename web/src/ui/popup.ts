/** A button that opens a short list of things to do. */

import { html, type TemplateResult } from 'lit-html';
import { icon, type Icon } from './icons';

function closeAll(except: Element | null): void {
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details.popup[open]')) {
    if (open !== except) open.open = false;
  }
}

// A click beside a list closes it, and so does a choice in it.
document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const within = target.closest('details.popup');
  closeAll(within && !target.closest('.popup-items button, .popup-items a') ? within : null);
});

/** Moves a list that has opened into the window, above the tabs of a phone. */
function fit(details: HTMLDetailsElement): void {
  const items = details.querySelector<HTMLElement>('.popup-items');
  if (!details.open || !items) return;
  items.style.translate = '';
  const edge = 8;
  const tabs = document.querySelector('.pages')?.getBoundingClientRect();
  const bottom = tabs && tabs.top > 0 ? Math.min(tabs.top, innerHeight) : innerHeight;
  const box = items.getBoundingClientRect();
  const into = (from: number, to: number, end: number) =>
    Math.max(edge - from, Math.min(0, end - edge - to));
  const x = into(box.left, box.right, document.documentElement.clientWidth);
  const y = Math.min(0, into(box.top, box.bottom, bottom));
  if (x || y) items.style.translate = `${x}px ${y}px`;
}

export function popup(label: string, name: Icon, items: unknown, text = ''): TemplateResult {
  return html`<details
    class="popup"
    @toggle=${(event: Event) => fit(event.currentTarget as HTMLDetailsElement)}
    @keydown=${(event: KeyboardEvent) => {
      const details = event.currentTarget as HTMLDetailsElement;
      if (event.key !== 'Escape' || !details.open) return;
      event.stopPropagation();
      details.open = false;
      details.querySelector('summary')?.focus();
    }}
  >
    <summary class="button quiet ${text ? '' : 'round'}" aria-label=${label} title=${label}>
      ${icon(name)}${text}
    </summary>
    <div class="popup-items">${items}</div>
  </details>`;
}

/** One thing to do. */
export function item(name: Icon, text: string, act: () => void, off = false): TemplateResult {
  return html`<button class="quiet item" ?disabled=${off} @click=${act}>
    ${icon(name)}<span>${text}</span>
  </button>`;
}
