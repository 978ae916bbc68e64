import { useState } from 'react';
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import { createStore } from '@/features/api/store';
import { SessionProvider } from '@/features/auth/session/session-provider';

/** Around every route that calls the API: a store and the session. Marketing pages do without, and so without its code. */
export function ApiLayout() {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <SessionProvider>
        <Outlet />
      </SessionProvider>
    </Provider>
  );
}
