import type { Page } from '@playwright/test';

/** The mock's database belongs to the server and is exempt. */
const serverDatabase = 'kitwell-mock:/';

/** Everything that the browser stores for this page in IndexedDB, as text. */
export const databasesOf = (page: Page): Promise<string> =>
  page.evaluate(async (exempt) => {
    const kept: unknown[] = [];
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    for (const name of names.filter((found) => found !== exempt)) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        kept.push(name, rows);
      }
      database.close();
    }
    return JSON.stringify(kept);
  }, serverDatabase);

/** Everything that the browser stores for this page, as text. */
export async function keptBy(page: Page): Promise<string> {
  const others = await page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state];
    kept.push(location.href, document.documentElement.outerHTML);
    for (const field of document.querySelectorAll('input, textarea')) kept.push(Reflect.get(field, 'value'));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(kept);
  });
  return others + (await databasesOf(page));
}

export const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
