import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { api } from '@/app/api';
import type { AccountActor } from '@/app/app';
import { appPortOf } from '@/app/app-port';
import { useAccount, useSession } from '@/app/app-provider';
import { countUnsaved, type UnsavedCounts } from '@/app/drafts';
import { useApiStore } from '@/app/operation-actor';
import { sectionIn, sectionPath } from '@/app/section-address';
import { dashboardToast } from '@/app/store';
import { FlowsContext } from '@/app/use-flow';
import type { LoginState } from '@/features/auth/login-hint';
import { useWhenIdle } from '@/lib/hooks';
import { lazyWithRetry } from '@/lib/lazy';
import { useIsRetrying } from '@/lib/retrying';
import { readStored } from '@/lib/storage';
import type { dashboardMachine } from '@/machines/dashboard.machine';
import { loading } from '@/pages/strings';
import { DashboardFrame } from './dashboard-frame';
import { LoadingDashboard } from './loading-dashboard';
import { strings } from './strings';

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
  const hasEnded = useSelector(useSession(), ({ context }) => context.ended !== null);
  const account = useAccount();
  // After a session, someone else may log in.
  if (signedOut) return hasEnded ? <Navigate to="/login" replace /> : <ToLogin />;
  // The key remounts the dashboard for another account, so that no data is carried over.
  return account === undefined ? (
    <Checking />
  ) : (
    <AccountDashboard key={account.sessionId} account={account} />
  );
}

/** Leads to the login page, and from there back to the section. */
function ToLogin() {
  const { search } = useLocation();
  return <Navigate to="/login" replace state={{ query: search } satisfies LoginState} />;
}

function AccountDashboard({ account }: { account: AccountActor }) {
  const { search } = useLocation();
  const open = useEffectEvent(() =>
    account.send({
      type: 'OPEN_DASHBOARD',
      namedSection: sectionIn(search),
      savedSection: readStored('activeOption'),
    }),
  );
  useEffect(() => {
    open();
    return () => {
      if (account.getSnapshot().status === 'active') account.send({ type: 'CLOSE_DASHBOARD' });
    };
  }, [account]);
  const { dashboard, flows } = useSelector(account, ({ children }) => children);
  const unchecked = useSelector(account, ({ context }) => context.unchecked);
  if (unchecked) return <ToLogin />;
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

/** Keeps the section and the address in step, so that sections are entries of the browser's history. */
function useSectionInAddress(dashboard: DashboardProps['dashboard']): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const ready = useSelector(dashboard, (snapshot) => snapshot.hasTag('ready'));
  useEffect(() => {
    // The session may have ended since this was rendered.
    if (!ready || dashboard.getSnapshot().status !== 'active') return;
    const named = sectionIn(search);
    if (named !== null) dashboard.send({ type: 'OPEN_SECTION', section: named });
    const { section } = dashboard.getSnapshot().context;
    if (section !== null && section !== named) void navigate(sectionPath(section), { replace: true });
  }, [dashboard, ready, search, navigate]);
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
  useSectionInAddress(dashboard);
  useUnfinishedOrdersToast(dashboard);
  const [unsaved, setUnsaved] = useState<UnsavedCounts | null>(null);
  // Preloaded, so that it is available offline.
  useWhenIdle(LogoutQuestion.preload);
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
        onOpen={appPortOf(store).openSection}
        onLogout={askOrLogOut}
      />
      <IdleWarning account={account} onLogout={askOrLogOut} />
      <LogoutQuestion unsaved={unsaved} onCancel={() => setUnsaved(null)} onLogout={logOut} />
    </>
  );
}

/** The loading text of §2. If a try has failed, it says so, and that there is another one. */
function Checking() {
  const isRetrying = useIsRetrying();
  return (
    <LoadingDashboard>
      <span>{loading}</span>
      {isRetrying ? <span>{` ${strings.retrying}`}</span> : null}
    </LoadingDashboard>
  );
}
