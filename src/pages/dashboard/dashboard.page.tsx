import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { IdleWarning } from '@/features/auth/session/idle-warning';
import { SessionContext } from '@/features/auth/session/session-provider';
import { Loading } from '@/shared/ui/loading';
import { DashboardFrame } from './dashboard-frame';
import { fixed } from './strings';
import { useDashboard } from './use-dashboard';

/** SPEC §2, Dashboard: checks the user, then shows the section of the last visit or of the role. */
export function DashboardPage() {
  const { snapshot, send, actor, userName, leaving } = useDashboard();
  const session = SessionContext.useActorRef();
  const navigate = useNavigate();
  const timedOut = useRef(false);
  const logOutIdle = useCallback(() => {
    timedOut.current = true;
    session.send({ type: 'LOGOUT' });
  }, [session]);

  useEffect(() => {
    const toLogin = () =>
      navigate('/login', { replace: true, state: timedOut.current ? { idle: true } : null });
    const subscriptions = [
      actor.on('redirect-login', ({ tokenRefused }) => {
        // Kept where the server only could not be asked: the next visit may find it in order.
        if (tokenRefused) session.send({ type: 'EXPIRED' });
        toLogin();
      }),
      session.on('signed-out', toLogin),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor, session, navigate]);

  const { user, section } = snapshot.context;
  if (leaving || user === null || section === null) {
    return (
      <main id="main">
        <h1 className="sr-only">{fixed.frame.title}</h1>
        <Loading className="min-h-dvh" />
      </main>
    );
  }
  const logOut = () => session.send({ type: 'LOGOUT' });
  return (
    <>
      <DashboardFrame
        role={user.role_id}
        userName={userName}
        section={section}
        onOpen={(next) => send({ type: 'OPEN_SECTION', section: next })}
        onLogout={logOut}
      />
      <IdleWarning onLogout={logOut} onTimedOut={logOutIdle} />
    </>
  );
}
