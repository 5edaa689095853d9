/** Calls a player who looks elsewhere: a notification of the browser, where it is allowed. */

import { t } from '../i18n';

/** Whether the browser can notify at all: pages over plain HTTP cannot. */
export function canNotify(): boolean {
  return 'Notification' in globalThis && isSecureContext;
}

/** Whether the player was asked and has not decided. */
export function mayAsk(): boolean {
  return canNotify() && Notification.permission === 'default';
}

export function notifies(): boolean {
  return canNotify() && Notification.permission === 'granted';
}

export async function askToNotify(): Promise<void> {
  if (mayAsk()) await Notification.requestPermission();
}

/** Shows a notification, unless the player looks at the page. */
export function callForAttention(text: string, tag = 'bagh'): void {
  if (!document.hidden || !notifies()) return;
  const options = { body: text, tag, icon: '/icons/icon-192.png' };
  void show(t('app.name'), options).catch(() => undefined);
}

async function show(title: string, options: NotificationOptions): Promise<void> {
  // Phones show notifications of service workers only.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
