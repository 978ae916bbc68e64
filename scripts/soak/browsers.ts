import type { BrowserContext, Page } from '@playwright/test';
import { terminateWorker } from '../lib/terminate-worker';
import { liveHeap } from './live-heap';

/** What the soak needs of a browser. */
export interface SoakBrowser {
  readonly engine: string;
  newPage(): Promise<Page>;
  /** Ends the mock's service worker as the browser does with an idle one; absent where nothing can. */
  endWorker?(page: Page): Promise<void>;
  /** What `memory` measures. */
  readonly measures: string;
  /** In MB. */
  memory(page: Page): Promise<number>;
  /** The largest allowed growth of the memory, as a ratio. */
  readonly memoryLimit: number;
}

export function soakInChromium(context: BrowserContext): SoakBrowser {
  context.setDefaultTimeout(20_000);
  return {
    engine: 'chromium',
    newPage: () => context.newPage(),
    endWorker: terminateWorker,
    measures: 'data that the page retains after garbage collection',
    async memory(page) {
      const devtools = await context.newCDPSession(page);
      const heap = await liveHeap(devtools);
      await devtools.detach();
      return heap;
    },
    memoryLimit: 1.1,
  };
}
