/*
 * Chrome stops idle service workers, and MSW's worker keeps the ids of its pages only in memory: after a restart it
 * would handle no page, and requests would go to the real network. This wrapper also stores the ids in the cache
 * storage and restores them before the first request after a start.
 */

// MSW's page reports on `beforeunload` that it closes. Mail links and downloads fire that event too, and even the last
// calls of a closing page must not go to the real network. This worker asks the browser for live pages instead, so
// MSW's handler, which would also unregister the worker, must not get the message.
addEventListener('message', (event) => {
  if (event.data === 'CLIENT_CLOSED') event.stopImmediatePropagation();
});

let healed = false;

addEventListener('fetch', (event) => {
  // Pages, scripts, styles, fonts and images are never mocked. MSW would ask the page about each of them, and a page
  // that is reloading may never respond, so that its next chunk would hang.
  event.stopImmediatePropagation();
  if (event.request.destination !== '') return;
  // A page that has gone reads no answer, but Firefox reports an error.
  const instead = (reason) => (reason === gone ? new Response(null, { status: 503 }) : Response.error());
  event.respondWith(answer(event, Date.now()).catch(instead));
});

async function answer(event, interceptedAt) {
  if (!healed) await heal();
  await expectPage(event);
  return activeClientIds.size > 0
    ? handleRequest(event, crypto.randomUUID(), interceptedAt)
    : fetch(event.request);
}

const gone = new Error('The page has gone.');

/** Throws if the requesting page has gone: MSW would send its last calls to the real network. */
async function expectPage({ clientId }) {
  if (clientId !== '' && (await clients.get(clientId)) === undefined) throw gone;
}

importScripts('./mockServiceWorker.js');

// The page may also close while MSW looks for it.
const findClient = resolveMainClient;
self.resolveMainClient = async (event) => {
  const client = await findClient(event);
  if (client?.id !== event.clientId) await expectPage(event);
  return client;
};

// MSW reports each response to its page, with a copy of the body as a stream. WebKit can't send streams: no report
// arrived, and the page kept every answered call. Nothing reads the copy, so none is sent.
const send = sendToClient;
self.sendToClient = (client, message, transferables) => {
  if (message.type !== 'RESPONSE') return send(client, message, transferables);
  const { request, response } = message.payload;
  response.body?.cancel().catch(() => undefined);
  const payload = {
    ...message.payload,
    request: { ...request, body: null },
    response: { ...response, body: null },
  };
  return send(client, { ...message, payload });
};

const STORE = `mock-engine-pages:${registration.scope}`;
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

// Messages of several tabs arrive together; each change must read what the previous one wrote.
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
  // A page that loaded without the worker asks to be claimed (see take-control.ts).
  if (event.data === 'CLAIM_PAGES') event.waitUntil(clients.claim());
  if (event.data === 'MOCK_ACTIVATE') event.waitUntil(change((pages) => pages.add(id)));
});

/**
 * Restores MSW's set from the stored pages that are still open. A page that registered since does not cover the others,
 * so the first request after a start always waits for this.
 */
async function heal() {
  await lastChange;
  const live = await livePages();
  for (const id of await savedPages()) if (live.has(id)) activeClientIds.add(id);
  healed = true;
}
