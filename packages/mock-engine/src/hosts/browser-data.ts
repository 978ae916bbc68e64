import { stoppedInBfcache } from '../db/bfcache';
import { indexedDbStorage } from '../db/storage';
import { browserTabs } from '../db/tabs';
import { withoutEndSlash } from '../declaration';
import type { Mock, MockTypes } from '../engine/mock';
import type { SeedChoice } from '../world/seed-settings';
import type { DataOptions } from './mock-backend';

/** Base path of the build, with a trailing slash. It also names the stored data. */
let base = import.meta.env.BASE_URL;

/** For a build whose base path Vite does not know. */
export function setBase(path: string): void {
  base = `${withoutEndSlash(path)}/`;
}

/** The URL of a page of this build, relative to its base path. */
export const pageUrl = (path: string): string => `${base}${path}`;

/** Data that survives a reload and is shared by all tabs of this build. */
export function browserData<M extends MockTypes>(
  { name, limits }: Mock<M>,
  report?: DataOptions['report'],
): DataOptions<M> {
  const storeName = `${name}-mock:${base}`;
  const interruptible = stoppedInBfcache(window, () => location.reload());
  const choice: SeedChoice = { preset: limits.presets[0], seed: 1 };
  return {
    world: { now: () => new Date(), appUrl: `${location.origin}${base}`.replace(/\/$/, '') },
    choice: choice as DataOptions<M>['choice'],
    storage: indexedDbStorage(storeName, interruptible),
    tabs: browserTabs(storeName, undefined, interruptible),
    ...(report && { report }),
  };
}
