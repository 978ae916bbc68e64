import { BatchInterceptor } from '@mswjs/interceptors';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { getResponse, type HttpHandler } from 'msw';

/**
 * Answers calls in the page with MSW's interceptors of `fetch` and XMLHttpRequest, where no service worker runs. Uses
 * the same handlers; unhandled requests go to the network.
 *
 * @returns a function that restores the original `fetch` and XMLHttpRequest
 */
export function answerInPage(handlers: () => HttpHandler[]): () => void {
  const calls = new BatchInterceptor({
    name: 'mock-engine',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  });
  calls.on('request', async ({ request, controller }) => {
    // Without a handler the request itself is sent, so its body must stay unread.
    const response = await getResponse(handlers(), request.clone());
    if (!response || response.headers.get('x-msw-intention') === 'passthrough') return;
    // An aborted call is already settled, and the interceptor would throw.
    if (!request.signal.aborted) controller.respondWith(response);
  });
  calls.apply();
  return () => calls.dispose();
}
