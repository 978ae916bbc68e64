import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { api } from '@/app/api';
import type { AccountActor } from '@/app/app';
import { appPortOf } from '@/app/app-port';
import { useAccount, useSession } from '@/app/app-provider';
import { countUnsaved, type UnsavedCounts } from '@/app/drafts';
import { useApiStore } from '@/app/operation-actor';
import { dashboardToast } from '@/app/store';
import { FlowsContext } from '@/app/use-flow';
import type { DashboardSection } from '@/contract';
import { useWhenIdle } from '@/lib/hooks';
import { lazyWithRetry } from '@/lib/lazy';
import { readStored } from '@/lib/storage';
import type { dashboardMachine } from '@/machines/dashboard.machine';
import { Loading } from '@/ui/feedback/loading';
import { DashboardFrame } from './dashboard-frame';
import { fixed, strings } from './strings';

// Loaded lazily: it is not needed in the first 15 minutes.
const IdleWarning = lazyWithRetry(async () => (await import('@/features/auth/idle-warning')).IdleWarning, {
  isOptional: true,
});

const LogoutQuestion = lazyWithRetry(async () => (await import('./logout-question')).LogoutQuestion, {
  loadWhen: ({ unsaved }) => unsaved !== null,
  // The browser asks instead.
  onFailure: ({ onLogout, onCancel }) => (confirm(strings.logoutUnsaved) ? onLogout() : onCancel()),
});

/** §2, Dashboard: verifies the user, then shows the last open section or the role's default. */
export function DashboardPage() {
  const signedOut = useSelector(useSession(), (snapshot) => snapshot.hasTag('signed-out'));
  const account = useAccount();
  if (signedOut) return <Navigate to="/login" replace />;
  // The key remounts the dashboard for another account, so that no data is carried over.
  return account === undefined ? (
    <Checking />
  ) : (
    <AccountDashboard key={account.sessionId} account={account} />
  );
}

function AccountDashboard({ account }: { account: AccountActor }) {
  useEffect(() => {
    account.send({ type: 'OPEN_DASHBOARD', savedSection: readStored('activeOption') });
    return () => {
      if (account.getSnapshot().status === 'active') account.send({ type: 'CLOSE_DASHBOARD' });
    };
  }, [account]);
  const { dashboard, flows } = useSelector(account, ({ children }) => children);
  const unchecked = useSelector(account, ({ context }) => context.unchecked);
  if (unchecked) return <Navigate to="/login" replace />;
  if (dashboard === undefined || flows === undefined) return <Checking />;
  return (
    <FlowsContext value={flows}>
      <Dashboard account={account} dashboard={dashboard} />
    </FlowsContext>
  );
}

interface DashboardProps {
  account: AccountActor;
  dashboard: ActorRefFrom<typeof dashboardMachine>;
}

/** Leads to unfinished orders of the last session, unless the dashboard shows their section. */
function useUnfinishedOrdersToast(dashboard: DashboardProps['dashboard']): void {
  const store = useApiStore();
  const ready = useSelector(dashboard, (snapshot) => snapshot.hasTag('ready'));
  useEffect(() => {
    const patients = appPortOf(store).drafts.countWaiting('orders');
    if (!ready || patients === 0 || dashboard.getSnapshot().context.section === 'authenticate') return;
    dashboardToast(strings.unfinishedOrders.text(patients), {
      tone: 'info',
      action: {
        label: strings.unfinishedOrders.show,
        onPress: () => appPortOf(store).openSection('authenticate'),
      },
    });
  }, [store, ready, dashboard]);
}

function Dashboard({ account, dashboard }: DashboardProps) {
  const session = useSession();
  const store = useApiStore();
  const { user, section } = useSelector(dashboard, ({ context }) => context);
  const email = useSelector(session, ({ context }) => context.account ?? '');
  // Fetched again when the user's name has changed.
  const { data: current } = api.useVerifyUserQuery(undefined, { skip: user === null });
  useUnfinishedOrdersToast(dashboard);
  const [unsaved, setUnsaved] = useState<UnsavedCounts | null>(null);
  // Preloaded, so that it is available offline.
  useWhenIdle(LogoutQuestion.preload);
  const openSection = useCallback(
    (next: DashboardSection) => dashboard.send({ type: 'OPEN_SECTION', section: next }),
    [dashboard],
  );
  if (user === null || section === null) return <Checking />;
  const logOut = () => session.send({ type: 'LOGOUT' });
  const askOrLogOut = () => {
    const port = appPortOf(store);
    const work = countUnsaved(port.drafts.read(port.account(), null));
    if (Object.values(work).some(Boolean)) setUnsaved(work);
    else logOut();
  };
  return (
    <>
      <DashboardFrame
        role={user.role_id}
        userName={(current ?? user).user_name.trim() || email}
        section={section}
        onOpen={openSection}
        onLogout={askOrLogOut}
      />
      <IdleWarning account={account} onLogout={askOrLogOut} />
      <LogoutQuestion unsaved={unsaved} onCancel={() => setUnsaved(null)} onLogout={logOut} />
    </>
  );
}

const Checking = () => (
  <main id="main" aria-busy="true">
    <h1 className="sr-only">{fixed.frame.title}</h1>
    <Loading className="min-h-dvh" />
  </main>
);
