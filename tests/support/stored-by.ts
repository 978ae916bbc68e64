import type { Page } from '@playwright/test';

/** The mock's database belongs to the server and is exempt. */
const serverDatabase = 'kitwell-mock:/';

/** Everything that the browser stores for this page in IndexedDB, as text. */
export const databasesOf = (page: Page): Promise<string> =>
  page.evaluate(async (exempt) => {
    const stored: unknown[] = [];
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    for (const name of names.filter((each) => each !== exempt)) {
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
        stored.push(name, rows);
      }
      database.close();
    }
    return JSON.stringify(stored);
  }, serverDatabase);

/** Everything that the browser stores for this page, as text. */
export async function storedBy(page: Page): Promise<string> {
  const others = await page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state];
    stored.push(location.href, document.documentElement.outerHTML);
    for (const field of document.querySelectorAll('input, textarea'))
      stored.push(Reflect.get(field, 'value'));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        stored.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(stored);
  });
  return others + (await databasesOf(page));
}

export const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
