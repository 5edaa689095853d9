/** A picture of a board, made in the browser: the drawing that is on the page, as a PNG. */

import boardCss from '../board/board.css?inline';
import { download } from './download';

const SIZE = 1080;
const BAND = 150;

/** The custom properties that the drawing uses, with the values that its board has in the theme. */
function properties(board: Element, css: string): string {
  const style = getComputedStyle(board);
  const names = new Set(css.match(/--[a-z-]+/g) ?? []);
  return [...names]
    .map((name) => [name, style.getPropertyValue(name).trim()])
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');
}

/** The board as a drawing that needs nothing of the page. */
function standalone(board: Element): { text: string; ratio: number } {
  const drawing = board.querySelector('svg');
  const symbols = document.getElementById('piece-symbols');
  if (!drawing || !symbols) throw new Error('there is no board to draw');
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.querySelectorAll('.points').forEach((layer) => layer.remove());
  const { width, height } = drawing.viewBox.baseVal;
  const zoom = board instanceof HTMLElement ? board.style.getPropertyValue('--zoom') : '';
  const css = boardCss.replaceAll('bagh-board ', '').replaceAll('bagh-board>', '');
  const all = `${css} ${symbols.innerHTML}`;
  const head = `<style>:root { ${properties(board, all)} --zoom: ${zoom || 1}; } ${css}</style>`;
  copy.insertAdjacentHTML('afterbegin', symbols.innerHTML);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(copy);
  return { text: text.replace('>', `>${head}`), ratio: width / height };
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the drawing could not be read'));
    image.src = url;
  });
}

/** A picture of the board with a line or two below it. */
export async function picture(board: Element, title: string, line: string): Promise<Blob> {
  const { text, ratio } = standalone(board);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = await load(url);
    const canvas = document.createElement('canvas');
    canvas.width = SIZE;
    canvas.height = Math.round(SIZE / ratio) + BAND;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw pictures');
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    context.fillStyle = colour('--page');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, SIZE, SIZE / ratio);
    context.fillStyle = colour('--ink');
    context.textAlign = 'center';
    context.font = `600 46px ${style.fontFamily}`;
    context.fillText(title, SIZE / 2, canvas.height - BAND + 58, SIZE - 80);
    context.fillStyle = colour('--ink-soft');
    context.font = `400 32px ${style.fontFamily}`;
    context.fillText(line, SIZE / 2, canvas.height - BAND + 112, SIZE - 80);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Hands a picture to the system where it can share files, and saves it otherwise. Says what became
 * of it: the system says itself what it did.
 */
export async function sharePicture(
  blob: Blob,
  name: string,
): Promise<'shared' | 'cancelled' | 'saved'> {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      // The user changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  download(name, blob);
  return 'saved';
}
