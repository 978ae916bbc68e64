import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { type AccountActor, type App, appOf, type SessionActor } from './app';
import { useApiStore } from './operation-actor';
import { FlowsContext } from './use-flow';

/** Wraps every page that makes calls: provides the store and the app's flows. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  const flows = useSelector(app.actor, ({ children: { flows } }) => flows);
  return (
    <Provider store={app.store}>
      <FlowsContext value={flows ?? null}>{children}</FlowsContext>
    </Provider>
  );
}

/** Returns the session's actor. */
export const useSession = (): SessionActor => appOf(useApiStore()).session;

/** Returns the signed-in account's actor; undefined while signed out. */
export const useAccount = (): AccountActor | undefined =>
  useSelector(useSession(), ({ children: { account } }) => account);
