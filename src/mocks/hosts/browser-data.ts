import { indexedDbStorage } from '@/mocks/db/storage';
import { browserTabs } from '@/mocks/db/tabs';
import type { DataOptions } from '@/mocks/hosts/mock-backend';

/** Base path of the build, ending in a slash, and the name under which its data is stored. */
const base = import.meta.env.BASE_URL;
const storeName = `kitwell-mock:${base}`;

/** The address of a page of this build, below its base path. */
export const pageUrl = (path: string): string => `${base}${path}`;

/** Data that survives a reload and that all tabs of this build share. */
export const browserData = (report?: DataOptions['report']): DataOptions => ({
  world: { now: () => new Date(), appUrl: `${location.origin}${base}`.replace(/\/$/, '') },
  choice: { preset: 'demo', seed: 1 },
  storage: indexedDbStorage(storeName),
  tabs: browserTabs(storeName),
  ...(report && { report }),
});
