/** The message to which the wrapped worker answers by taking over every open page of its scope. */
const CLAIM = 'CLAIM_PAGES';
const CLAIM_INTERVAL_MS = 500;

/**
 * Registers the mock's worker and puts this page under it, also where the page came past it: after a reload without
 * cache, or when another page was still starting the worker. MSW, started without a controller while a registration
 * exists, would load the page a second time. Resolves once the worker controls the page, which may be never.
 *
 * @param url the address of the worker's file
 * @param scope the address under which it is registered
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
    // The worker takes over all pages when it becomes active; asked again, because a message may be lost on the way.
    const timer = setInterval(check, CLAIM_INTERVAL_MS);
    container.addEventListener('controllerchange', check);
    check();
  });
}
