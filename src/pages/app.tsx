import { useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { createStore } from '@/features/api/store';
import { SessionProvider } from '@/features/auth/session/session-provider';
import { createRouter } from './router';

/** The whole product: its store and its routes. */
export function App() {
  const [store] = useState(createStore);
  const [router] = useState(createRouter);
  return (
    <Provider store={store}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </Provider>
  );
}
