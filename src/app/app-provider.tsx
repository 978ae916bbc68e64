import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use } from 'react';
import { Provider } from 'react-redux';
import type { AccountActor, App, SessionActor } from './app';
import { FlowsContext } from './use-flow';

const AppContext = createContext<App | null>(null);

/** Wraps every page that makes calls: provides the store and the app's flows. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  const flows = useSelector(app.actor, ({ children: { flows } }) => flows);
  return (
    <AppContext value={app}>
      <Provider store={app.store}>
        <FlowsContext value={flows ?? null}>{children}</FlowsContext>
      </Provider>
    </AppContext>
  );
}

/** Returns the session's actor. */
export function useSession(): SessionActor {
  const app = use(AppContext);
  if (app === null) throw new Error('The session was used on a page without an application.');
  return app.session;
}

/** Returns the signed-in account's actor; undefined while signed out. */
export const useAccount = (): AccountActor | undefined =>
  useSelector(useSession(), ({ children: { account } }) => account);
