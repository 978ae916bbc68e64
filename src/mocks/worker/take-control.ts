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
 */
export async function takeControl(url: string, scope: string): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container.register(url, { scope });
  if (container.controller) return;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!container.controller) return registration.active?.postMessage(CLAIM);
      clearInterval(timer);
      container.removeEventListener('controllerchange', check);
      resolve();
    };
    // The worker claims all pages when it activates. The request is repeated, because a message may be lost.
    const timer = setInterval(check, CLAIM_INTERVAL_MS);
    container.addEventListener('controllerchange', check);
    check();
  });
}
