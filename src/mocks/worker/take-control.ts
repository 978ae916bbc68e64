/** The message to which the wrapped worker answers by taking over every open page of its scope. */
const CLAIM = 'CLAIM_PAGES';
const PATIENCE_MS = 2_000;

/**
 * Puts this page under the mock's worker where the worker is registered already and the page came past it: after a
 * reload without cache, or when the page before was left while its worker was still starting. MSW would load the page a
 * second time instead. Does nothing on a first visit, and gives up after two seconds: MSW's own way remains.
 *
 * @param scope the address under which the worker is registered
 */
export async function takeControl(scope: string): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container.getRegistration(scope);
  if (!registration || container.controller) return;
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
    registration.active?.postMessage(CLAIM);
    // The worker may have taken over between the question above and the listener.
    if (container.controller) resolve();
  });
}
