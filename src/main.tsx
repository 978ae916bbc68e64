import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/pages/app';
import { setBackendReady } from '@/shared/backend-ready';
import { setAppClock } from '@/shared/clock';
import { setDemoAccounts } from '@/shared/demo-accounts';
import { setActorObserver } from '@/shared/inspection';
import '@/styles/app.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

/** The mock backend has pages of its own, such as the hosted checkout; returns whether this is one of them. */
async function startMocks(): Promise<boolean> {
  const mocks = await import('@/mocks/browser');
  if (mocks.renderMockPage(container)) return true;
  setDemoAccounts(mocks.demoAccounts);
  setActorObserver(mocks.observeActors);
  setAppClock(mocks.sessionClock);
  setBackendReady(mocks.startMocks());
  return false;
}

const isMockPage = __MOCKS__ && (await startMocks());
if (!isMockPage) {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
