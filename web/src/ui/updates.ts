/** The service worker: offline play, and a word when a new version has been fetched. */

import { update } from '../app';

let waiting: ServiceWorker | undefined;

/** Whether a new version waits. */
export function newVersion(): boolean {
  return waiting !== undefined;
}

/** Changes to the new version. */
export function reload(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting?.postMessage('take-over');
}

function found(worker: ServiceWorker): void {
  waiting = worker;
  update();
}

/** Registers the worker, after the first page is there, so that it takes no time from it. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register('/sw.js');
      if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller) found(worker);
        });
      });
    } catch {
      // Without a worker the app needs the network, and nothing else changes.
    }
  };
  setTimeout(() => void register(), 500);
}
