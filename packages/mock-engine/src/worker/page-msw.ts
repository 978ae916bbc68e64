/** What the packed engine has of MSW in a page: bundled without its cookie store (see `build.ts`). */
export { getResponse, HttpResponse, http, matchRequestUrl, passthrough } from 'msw';
export { setupWorker } from 'msw/browser';
