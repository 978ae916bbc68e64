/** On this message the wrapped worker claims every open page of its scope. */
const CLAIM = 'CLAIM_PAGES';

const CLAIM_INTERVAL_MS = 500;

/**
 * Registers the mock's worker and makes it control this page, even if the page loaded without it (reload without cache,
 * worker still starting): otherwise MSW would reload the page. Resolves once the worker controls the page, which may
 * never happen.
 *
 * @param url URL of the worker file
 * @param scope scope of the registration
 * @param signal ends the wait
 * @throws Error if the worker can't control this page: rejected, missing (plain http, some private windows), or of
 * another scope
 */
export async function takeControl(url: string, scope: string, signal: AbortSignal): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) throw new Error('The browser has no service workers here.');
  // Such as `/demo`, which some hosts serve without adding the slash of `/demo/`.
  if (!location.href.startsWith(new URL(scope, location.origin).href))
    throw new Error('The page is outside the scope of the service worker.');
  const registration: ServiceWorkerRegistration | undefined = await container.register(url, { scope });
  // Tools that block service workers replace `register`.
  if (!registration) throw new Error('The service worker was blocked.');
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearInterval(timer);
      container.removeEventListener('controllerchange', check);
    };
    const check = () => {
      if (!container.controller) return registration.active?.postMessage(CLAIM);
      end();
      resolve();
    };
    // The worker claims all pages when it activates. The request is repeated, because a message may be lost.
    const timer = setInterval(check, CLAIM_INTERVAL_MS);
    container.addEventListener('controllerchange', check);
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    check();
  });
}
