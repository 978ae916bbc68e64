/*
 * Chrome ends an idle service worker, and MSW's worker keeps the set of pages it answers only in memory: when it is
 * started again by the next request, it answers nobody and the request goes to the real network. This wrapper keeps
 * that set in the cache storage as well, and restores it before the first request after a start.
 */

// MSW's page says that it closes as soon as it may be left. A link to a mail program or a download only looks like it, and
// even a page that does go must not have its last calls sent to the real network. Which pages live, this worker asks the
// browser; so MSW's own part, which would also unregister the worker, never hears of it.
addEventListener('message', (event) => {
  if (event.data === 'CLIENT_CLOSED') event.stopImmediatePropagation();
});

let healed = false;

addEventListener('fetch', (event) => {
  // Pages, scripts, styles, fonts and pictures are never mocked. MSW would ask the page about each of them, and a page
  // that is being loaded anew may never answer: its next chunk would hang for good.
  event.stopImmediatePropagation();
  if (event.request.destination === '')
    event.respondWith(answer(event, Date.now()).catch(() => Response.error()));
});

async function answer(event, interceptedAt) {
  if (!healed) await heal();
  await expectPage(event);
  return activeClientIds.size > 0
    ? handleRequest(event, crypto.randomUUID(), interceptedAt)
    : fetch(event.request);
}

/** Throws where the page that asks has gone: MSW would send its last calls to the real network. */
async function expectPage({ clientId }) {
  if (clientId !== '' && (await clients.get(clientId)) === undefined) throw new Error('The page has gone.');
}

importScripts('./mockServiceWorker.js');

// The page may also go while MSW looks for it.
const findClient = resolveMainClient;
self.resolveMainClient = async (event) => {
  const client = await findClient(event);
  if (client?.id !== event.clientId) await expectPage(event);
  return client;
};

const STORE = `kitwell-mock-pages:${registration.scope}`;
const RECORD = new Request(new URL('__mock-pages', registration.scope));

async function savedPages() {
  const store = await caches.open(STORE);
  const record = await store.match(RECORD);
  return new Set(record ? await record.json() : []);
}

async function livePages() {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return new Set(pages.map((page) => page.id));
}

// Messages of several tabs arrive together; each change reads what the one before it wrote.
let lastChange = Promise.resolve();
function change(alter) {
  lastChange = lastChange.then(async () => {
    const pages = await savedPages();
    alter(pages);
    const live = await livePages();
    const kept = [...pages].filter((id) => live.has(id));
    for (const id of activeClientIds) if (!live.has(id)) activeClientIds.delete(id);
    const store = await caches.open(STORE);
    await store.put(RECORD, new Response(JSON.stringify(kept)));
  });
  return lastChange;
}

addEventListener('message', (event) => {
  const id = event.source?.id;
  if (!id) return;
  // A page that came past the worker asks for it (see take-control.ts).
  if (event.data === 'CLAIM_PAGES') event.waitUntil(clients.claim());
  if (event.data === 'MOCK_ACTIVATE') event.waitUntil(change((pages) => pages.add(id)));
});

/**
 * Fills MSW's set again from the pages that were active before the worker was ended and are still open. One page that
 * announced itself since says nothing about the others, so the first request after a start always waits for this.
 */
async function heal() {
  await lastChange;
  const live = await livePages();
  for (const id of await savedPages()) if (live.has(id)) activeClientIds.add(id);
  healed = true;
}
