/** A short message that everybody sees and hears, and that goes by itself. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { announce } from './announce';

const SHOWN = 3500;

let text: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function toast(message: string): void {
  announce(message);
  text = message;
  clearTimeout(timer);
  timer = setTimeout(() => {
    text = null;
    update();
  }, SHOWN);
  update();
}

/** The message, if there is one; the shell shows it above everything. */
export function toastView(): TemplateResult | typeof nothing {
  return text === null ? nothing : html`<p class="toast" aria-hidden="true">${text}</p>`;
}

/** Copies a text, and says whether that worked. */
export async function copyText(content: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    toast(done);
  } catch {
    toast(failed);
  }
}
