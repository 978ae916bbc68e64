import { indexedDbStorage } from '@/mocks/db/storage';
import { browserTabs } from '@/mocks/db/tabs';
import type { DataOptions } from './mock-backend';

/** Base path of the build, with a trailing slash. It also names the stored data. */
const base = import.meta.env.BASE_URL;
const storeName = `kitwell-mock:${base}`;

/** The URL of a page of this build, relative to its base path. */
export const pageUrl = (path: string): string => `${base}${path}`;

/** Data that survives a reload and is shared by all tabs of this build. */
export const browserData = (report?: DataOptions['report']): DataOptions => ({
  world: { now: () => new Date(), appUrl: `${location.origin}${base}`.replace(/\/$/, '') },
  choice: { preset: 'demo', seed: 1 },
  storage: indexedDbStorage(storeName),
  tabs: browserTabs(storeName),
  ...(report && { report }),
});
