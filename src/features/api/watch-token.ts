import { fromCallback } from 'xstate';
import { backendReady, isBackendPending } from '@/lib/backend-ready';
import { readStored, subscribeStored } from '@/lib/storage';
import type { SessionEvent } from '@/machines/session.machine';

/** What the browser stores of a signed-in account. */
export const readAccount = () => ({ token: readStored('token'), account: readStored('account') });

/** While this is set, styles hide the page: its content may belong to another account when it is shown again. */
const suspended = 'suspended';

/**
 * Reports the stored token to the session: at startup, when another tab changes it, and when this page may have missed
 * a change, because it was restored from the back/forward cache or gets the focus.
 */
export const watchToken = fromCallback(({ sendBack }) => {
  const found = (): SessionEvent => ({ type: 'TOKEN_FOUND', ...readAccount() });
  const report = () => sendBack(found());
  let stopped = false;
  const reportOnce = () => {
    if (!stopped) report();
  };
  // The demo's clock is known once its backend is ready, and idle time is measured with it.
  if (isBackendPending()) void backendReady().then(reportOnce, reportOnce);
  else report();
  if (globalThis.window === undefined) return undefined;

  const { dataset } = document.documentElement;
  const suspend = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readStored('token') !== null) dataset[suspended] = '';
  };
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    report();
    // By the next frame React has rendered the session's new state.
    requestAnimationFrame(() => delete dataset[suspended]);
  };
  const stopStored = subscribeStored('token', (origin) => {
    // This tab's own changes come from the session itself.
    if (origin === 'otherTab') report();
  });
  window.addEventListener('focus', report);
  document.addEventListener('visibilitychange', report);
  window.addEventListener('pagehide', suspend);
  window.addEventListener('pageshow', resume);
  return () => {
    stopped = true;
    stopStored();
    delete dataset[suspended];
    window.removeEventListener('focus', report);
    document.removeEventListener('visibilitychange', report);
    window.removeEventListener('pagehide', suspend);
    window.removeEventListener('pageshow', resume);
  };
});
