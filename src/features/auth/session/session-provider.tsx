import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/features/api/api';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { type Credentials, sessionMachine } from '@/machines/session.machine';
import { inspection } from '@/shared/inspection';
import { clearStored, readStored, removeStored, subscribeStored, writeStored } from '@/shared/storage';

/** The session's actor: who is signed in, for the whole product. */
export const SessionContext = createActorContext(sessionMachine);

/** Connects the session machine to the API, to storage and to other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  return (
    <SessionContext.Provider
      logic={machine}
      options={{ ...inspection, input: { token: readStored('token') } }}
    >
      <SessionEffects />
      {children}
    </SessionContext.Provider>
  );
}

const connect = (store: Store) =>
  sessionMachine.provide({
    actors: {
      login: operationActor(store, 'login', ({ email, password }: Credentials) => ({
        body: { email, password },
      })),
      logout: operationActor(store, 'logout', () => undefined),
    },
    actions: {
      clearStorage: () => clearStored(),
      storeToken: (_, { token }) => (token === null ? removeStored('token') : writeStored('token', token)),
    },
  });

/** Keeps tabs in step, and forgets what the last user's calls have cached. */
function SessionEffects() {
  const actor = SessionContext.useActorRef();
  const signedOut = SessionContext.useSelector((snapshot) => snapshot.hasTag('signed-out'));
  const store = useApiStore();
  useFlowEvents(actor, 'the session', { 'signed-in': () => forgetAnswers(store) });
  useEffect(() => {
    const stopListening = subscribeStored('token', (origin) => {
      // Our own writes come from the machine itself.
      if (origin === 'elsewhere') actor.send({ type: 'TOKEN_CHANGED', token: readStored('token') });
    });
    // A page that comes back out of the browser's memory (the back button) heard nothing while it was away.
    const readAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) actor.send({ type: 'TOKEN_CHANGED', token: readStored('token') });
    };
    window.addEventListener('pageshow', readAgain);
    return () => {
      stopListening();
      window.removeEventListener('pageshow', readAgain);
    };
  }, [actor]);
  useEffect(() => {
    // In an effect, so that screens which would only ask again are gone before.
    if (signedOut) forgetAnswers(store);
  }, [signedOut, store]);
  return null;
}

const forgetAnswers = (store: Store) => {
  store.dispatch(api.util.resetApiState());
};
