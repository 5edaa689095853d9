/** Analyse: what any position is worth, and every move in it. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { readAddress } from '../analyse/address';
import type { Analysis } from '../analyse/analysis';
import { Desk } from '../analyse/desk';
import { pressed } from '../analyse/keys';
import { boardSide } from '../analyse/view/board';
import { subjectFields } from '../analyse/view/game';
import {
  editorPanel,
  explorerPanel,
  helpDialog,
  openHelp,
  reviewPanel,
} from '../analyse/view/later';
import { movesPanel } from '../analyse/view/moves';
import { notationPanel, openedPanel } from '../analyse/view/notation';
import { reviewOffer } from '../analyse/view/review-offer';
import { valuesPanel } from '../analyse/view/values';
import { t } from '../i18n';
import type { Page } from '../page';
import { rewrite } from '../router';
import { gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { playHere } from '../ui/play-here';
import { item, popup } from '../ui/popup';
import { listenForKeys } from '../ui/stepping';
import { toast } from '../ui/toast';
import './analyse.css';
import '../analyse/view/values.css';
import '../analyse/view/moves.css';
import '../analyse/view/notation.css';

/** Browsers refuse addresses that change too often: the last one counts. */
const SETTLED = 120;

export function page(url: URL): Page {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = '';
  const desk = new Desk(update, (address) => {
    clearTimeout(timer);
    written = address;
    timer = setTimeout(() => rewrite(address), SETTLED);
  });

  function open(url: URL): void {
    clearTimeout(timer);
    if (written === url.pathname + url.search) return;
    // Without a name, the user comes back to where they were.
    if (/^\/analyse\/?$/.test(url.pathname) && !url.search) void desk.openLast();
    else void desk.openAddress(readAddress(url));
  }

  const comment = () => document.getElementById('comment')?.focus();
  const endKeys = listenForKeys((event) =>
    pressed(desk, event, { help: () => void openHelp(desk), comment }),
  );
  const paste = (event: ClipboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea')) return;
    const text = event.clipboardData?.getData('text');
    if (text && desk.openText(text, 'auto')) event.preventDefault();
  };
  const hold = (event: DragEvent) => {
    const types = event.dataTransfer?.types ?? [];
    if (!types.includes('Files') && !types.includes('text/plain')) return;
    event.preventDefault();
    if (!desk.dropping) {
      desk.dropping = true;
      update();
    }
  };
  const letGo = (event: DragEvent) => {
    if (event.relatedTarget) return;
    desk.dropping = false;
    update();
  };
  const drop = (event: DragEvent) => {
    if (!desk.dropping) return;
    event.preventDefault();
    desk.dropping = false;
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain');
    if (file) void desk.openFile(file);
    else if (text) desk.openText(text, 'auto');
    update();
  };
  document.addEventListener('paste', paste);
  document.addEventListener('dragover', hold);
  document.addEventListener('dragleave', letGo);
  document.addEventListener('drop', drop);

  open(url);
  return {
    title: () =>
      desk.analysis
        ? t('analyse.board.title', { game: gameTitle(desk.analysis.subject.game) })
        : t('nav.analyse'),
    moved: open,
    stop: () => {
      clearTimeout(timer);
      desk.stop();
      endKeys();
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', hold);
      document.removeEventListener('dragleave', letGo);
      document.removeEventListener('drop', drop);
    },
    view: () => view(desk),
  };
}

function view(desk: Desk): TemplateResult {
  const { analysis } = desk;
  if (!analysis) {
    return html`<h1>${t('nav.analyse')}</h1>
      ${
        desk.failure
          ? html`<p class="notice" role="alert">${desk.failure}</p>
              <a class="button" href="/analyse/bagh-chal">${t('analyse.start-over')}</a>`
          : html`<p>${t('analyse.opening')} …</p>`
      }`;
  }
  return html`
    <h1 class="unseen">${t('analyse.board.title', { game: gameTitle(analysis.subject.game) })}</h1>
    <div class="table analyse ${desk.reviewing ? 'reviewing' : ''}">
      ${boardSide(desk, analysis)}
      <div class="beside">
        ${analysis.notice ? html`<p class="panel" role="alert">${analysis.notice}</p>` : nothing}
        ${desk.editor ? editorPanel(desk, desk.editor) : panels(desk, analysis)}
      </div>
    </div>
    ${helpDialog(desk, analysis.subject.game)}
    ${desk.dropping ? html`<p class="drop-here">${t('analyse.open.drop')}</p>` : nothing}
  `;
}

function panels(desk: Desk, analysis: Analysis): TemplateResult {
  if (desk.reviewing) {
    const { review } = desk;
    return html`${review ? reviewPanel(desk, analysis, review) : nothing}
    ${movesPanel(desk, analysis)}`;
  }
  return html`
    <div>${subjectFields(desk, analysis)} ${tools(desk)}</div>
    ${openedPanel(desk)} ${valuesPanel(desk, analysis)} ${movesPanel(desk, analysis)}
    ${explorerPanel(desk, analysis)} ${reviewOffer(desk, analysis)} ${notationPanel(desk, analysis)}
  `;
}

const link = (desk: Desk) => new URL(desk.address ?? location.href, location.href).href;

/** The text that shows this position in another page. */
function embedCode(desk: Desk): string {
  const url = link(desk).replace('/analyse/', '/embed/');
  const title = desk.analysis ? gameTitle(desk.analysis.subject.game) : '';
  return `<iframe src="${url}" title="${title}" width="420" height="480" style="border: 0"></iframe>`;
}

async function shareBoard(desk: Desk): Promise<void> {
  const board = document.querySelector('.analyse bagh-board');
  const { analysis } = desk;
  if (!board || !analysis) return;
  const said = document.getElementById('verdict')?.textContent ?? '';
  try {
    const { picture, sharePicture } = await import('../ui/picture');
    const blob = await picture(board, gameTitle(analysis.subject.game), said);
    const done = await sharePicture(blob, `${analysis.subject.name}.png`);
    if (done === 'saved') toast(t('share.picture.done'));
  } catch {
    toast(t('share.failed'));
  }
}

function shareItems(desk: Desk): TemplateResult {
  const picture = item('picture', t('share.picture'), () => void shareBoard(desk));
  const subject = desk.analysis?.subject;
  // A board from a file is known to this browser only, unless the service has the same.
  if (subject?.ref.file && !subject.served) {
    return html`${picture}
      <p class="soft popup-note">${t('share.file')}</p>`;
  }
  return html`${item('link', t('share.link'), () => void desk.copy(link(desk), t('share.link.copied')))}
  ${picture}
  ${item('copy', t('share.embed'), () => void desk.copy(embedCode(desk), t('share.embed.copied')))}`;
}

function tools(desk: Desk): TemplateResult {
  return html`<div class="row tools">
    <button class="quiet small" @click=${() => desk.edit()}>
      ${icon('edit')}${t('analyse.edit')}
    </button>
    ${desk.analysis ? playHere(desk.analysis.subject.ref, desk.analysis.state, true) : nothing}
    ${popup(t('share'), 'share', shareItems(desk))}
    <button
      class="quiet small help-button"
      aria-label=${t('analyse.help')}
      title="${t('analyse.help')} (?)"
      @click=${() => void openHelp(desk)}
    >
      ${icon('help')}
    </button>
  </div>`;
}
