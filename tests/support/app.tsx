import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { createStore } from '@/features/api/store';
import { SessionProvider } from '@/features/auth/session/session-provider';
import { routes } from '@/pages/router';
import { Toaster } from '@/shared/ui/toaster';

/** The product's real pages at a path. Start a mock server first. */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(<RouterProvider router={router} />);
  return { ...view, user: userEvent.setup(), router };
}

/** One part of a page, with what every page has around it: store, session, router, toasts. */
export function renderPart(part: ReactNode, store = createStore()) {
  const view = render(
    <Provider store={store}>
      <SessionProvider>
        <MemoryRouter>{part}</MemoryRouter>
        <Toaster />
      </SessionProvider>
    </Provider>,
  );
  return { ...view, user: userEvent.setup(), store };
}
