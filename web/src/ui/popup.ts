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

export function popup(label: string, name: Icon, items: unknown, text = ''): TemplateResult {
  return html`<details
    class="popup"
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
