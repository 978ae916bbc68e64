import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';
import { routes } from '@/pages/router';
import { Toaster } from '@/ui/feedback/toaster';

// A test waits for what a page does, and not until its code has been compiled.
const loadedLater = import.meta.glob('../../src/{pages,features,lib/site}/**/*.tsx');
await Promise.all(Object.values(loadedLater).map((load) => load()));

/** The product's real pages at a path. Start a mock server first. */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(<RouterProvider router={router} />);
  return { ...view, user: userEvent.setup(), router };
}

/** One part of a page, with what every page has around it: the app, router, toasts. */
export function renderPart(part: ReactNode, app = getApp()) {
  const view = render(
    <AppProvider app={app}>
      <MemoryRouter>{part}</MemoryRouter>
      <Toaster />
    </AppProvider>,
  );
  return { ...view, user: userEvent.setup(), store: app.store };
}

/** What a part needs around it that makes no call and has no address. */
export const WithApp = ({ children }: { children: ReactNode }) => (
  <AppProvider app={getApp()}>{children}</AppProvider>
);
