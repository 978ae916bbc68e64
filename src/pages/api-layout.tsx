import { setupListeners } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import { createStore } from '@/features/api/store';
import { SessionProvider } from '@/features/auth/session/session-provider';

/** Around every route that calls the API: a store and the session. Marketing pages do without, and so without its code. */
export function ApiLayout() {
  const [store] = useState(() => createStore());
  // What is on screen is asked for anew once the connection is back.
  useEffect(() => setupListeners(store.dispatch), [store]);
  return (
    <Provider store={store}>
      <SessionProvider>
        <Outlet />
      </SessionProvider>
    </Provider>
  );
}
