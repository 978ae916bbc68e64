import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { isFailure } from '@/contract';
import { useVerifyUserQuery } from '@/features/api/api';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { SessionContext } from '@/features/auth/session/session-provider';
import { dashboardMachine, isTokenRefused } from '@/machines/dashboard.machine';
import { inspection } from '@/shared/inspection';
import { readStored, writeStored } from '@/shared/storage';

/** The dashboard machine, connected to the API and to the section saved from the last visit. */
export function useDashboard() {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, {
    ...inspection,
    input: { savedSection: readStored('activeOption') },
  });

  useFlowEvents(actor, 'the dashboard', {
    'section-opened': ({ section }) => writeStored('activeOption', section),
  });
  // From the press of Logout on nothing of the user is shown or asked for; here a busy session is one that ends.
  const leaving = SessionContext.useSelector(
    (current) => current.hasTag('signed-out') || current.hasTag('busy'),
  );
  const ready = snapshot.hasTag('ready') && !leaving;
  // Asked again whenever something that names the user changed, or a call was refused for its token.
  const { data: user, error } = useVerifyUserQuery(undefined, { skip: !ready });
  // Only a refusal is asked about again: a server in trouble would be asked without end.
  const refused = isFailure(error) && isTokenRefused(error);
  useEffect(() => {
    if (ready && refused) send({ type: 'RECHECK' });
  }, [ready, refused, send]);

  const userName = user?.user_name ?? snapshot.context.user?.user_name ?? '';
  return { snapshot, send, actor, userName, leaving };
}

const connect = (store: Store) =>
  dashboardMachine.provide({
    actors: { verifyUser: operationActor(store, 'verifyUser', () => undefined) },
  });
