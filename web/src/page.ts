/** What a page is: a view of its state, drawn again whenever `update()` is called. */

import type { TemplateResult } from 'lit-html';

export interface Page {
  /** For the tab and for screen readers. */
  title(): string;
  view(): TemplateResult;
  /** The address has changed, and leads to this page still. */
  moved?(url: URL): void;
  /** The page is left. */
  stop?(): void;
}

/** A page's module exports `page`. */
export interface PageModule {
  page(url: URL): Page;
}
