import type { Page } from '@playwright/test';

/** Ends the service worker the way Chrome does with an idle one: its memory is gone, its registration stays. */
export async function terminateWorker(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const stopped = new Promise<void>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await devtools.detach();
}
