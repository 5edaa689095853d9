/** Parts of the app that come when they are first needed, and may fail to come. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import { explain } from './errors';

export class Lazy<T> {
  private part: T | undefined;
  private problem: unknown;
  private loading = false;

  constructor(private readonly load: () => Promise<T>) {}

  /** The part, if it is there. */
  get here(): T | undefined {
    return this.part;
  }

  /** Draws what the part draws; until it is there nothing, or why it did not come. */
  view(draw: (part: T) => TemplateResult | typeof nothing): TemplateResult | typeof nothing {
    if (this.part) return draw(this.part);
    if (this.problem === undefined) {
      void this.fetch();
      return nothing;
    }
    return html`<section class="panel" role="alert">
      <p>${explain(this.problem)}</p>
      <button class="quiet" @click=${() => void this.fetch()}>${t('play.retry')}</button>
    </section>`;
  }

  private async fetch(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    this.problem = undefined;
    try {
      this.part = await this.load();
    } catch (error) {
      this.problem = error;
    }
    this.loading = false;
    update();
  }
}
