import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { loadPage, renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { openRoutes } from '@tests/support/routes';
import { useLayoutEffect } from 'react';
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  matchRoutes,
  type RouteObject,
} from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored } from '@/lib/storage';
import { Pages } from '@/pages/app';
import { loadPage as fetchPage } from '@/pages/load-page';
import { routes } from '@/pages/router';
import { prerenderedPages } from '@/pages/strings';

startMockServer({ patients: 2 });
beforeEach(() => clearStored());

/** The path patterns of a route tree, such as `/reset-password/:token`. */
const patternsOf = (tree: readonly RouteObject[]): string[] =>
  tree.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...patternsOf(children)]);

describe('every route', () => {
  it('is listed in tests/support/routes.ts, except the dashboard', () => {
    const opened = openRoutes.map(([path]) => matchRoutes(routes, path)?.at(-1)?.route.path);
    expect([...opened, '/dashboard'].sort()).toEqual(patternsOf(routes).sort());
  });

  it('that makes no call is prerendered: it is listed in src/pages/strings.ts', () => {
    const prerendered = prerenderedPages.map(({ path }) => path);
    const withoutCalls = routes.flatMap(({ path = '*' }) => (path === '*' ? [] : [path]));
    expect(withoutCalls).toContain('/');
    expect(withoutCalls.filter((path) => !prerendered.includes(path))).toEqual([]);
  });

  it.each(['/login', '/forgot-password'])(
    '%s is prerendered, too, though it makes a call when it is sent',
    (path) => {
      expect(prerenderedPages.map((page) => page.path)).toContain(path);
    },
  );

  it.each(openRoutes)('%s has its own heading and title', async (path, heading, title) => {
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    await waitFor(() => expect(document.title).toBe(title));
  });
});

it.each(['/', '/dashboard'])(
  'a file that is dropped on %s is refused, and the browser does not open it',
  async (path) => {
    renderApp(path);
    await screen.findByRole('main', { busy: false });
    const file = { dataTransfer: { types: ['Files'], files: [new File(['a'], 'patients.xlsx')] } };
    expect([fireEvent.dragOver(document.body, file), fireEvent.drop(document.body, file)]).toEqual([
      false,
      false,
    ]);
    expect(await screen.findByText('Files can’t be dropped here.')).toBeVisible();
    // A text that is dragged into a field.
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  },
);

it('Back while the first page is rendered leads to the page before', async () => {
  await Promise.all([fetchPage('/terms-and-conditions'), fetchPage('/about-us')]);
  const history = createMemoryHistory({ initialEntries: ['/terms-and-conditions', '/about-us'] });
  const GoBack = () => {
    useLayoutEffect(() => history.go(-1), []);
    return null;
  };
  render(
    <>
      <GoBack />
      <Pages history={history} />
    </>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible();
});

describe('a mailed link', () => {
  it.each(['//reset-password/abc', '/reset-password//abc', '/reset%2Dpassword/abc', '/%72eset-password/abc'])(
    'opens its page, however it is written: %s',
    async (path) => {
      const before = location.href;
      history.replaceState(null, '', `${location.origin}${path}`);
      const { unload } = loadPage();
      expect(await screen.findByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
      expect(matchRoutes(routes, location)?.at(-1)?.params).toEqual({ token: 'abc' });
      unload();
      history.replaceState(null, '', before);
    },
  );

  it.each(['abc.def', 'abc.def.', 'abc.def%3E', 'abc.def%20', 'abc.def.%3E%20', 'abc.def>.'])(
    'sends the token without what a mail program has added: %s',
    async (token) => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      const { user } = renderApp(`/confirm-address/${token}`);
      await user.click(await screen.findByRole('button', { name: 'Confirm Address' }));
      await user.click(await screen.findByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"token":"abc.def"}'));
      fetched.mockRestore();
    },
  );
});

describe('an address that the product does not have', () => {
  it('leads back to the start page and to the login', async () => {
    renderApp('/no-such-page');
    expect(await screen.findByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    for (const link of screen.getAllByRole('link', { name: 'Log In' }))
      expect(link).toHaveAttribute('href', '/login');
  });

  it.each([
    ['How ordering works, for clinics', '/info'],
    ['Sign up', '/signup'],
    ['Choose a new password', '/forgot-password'],
  ])('leads to where its visitor probably wanted to go: %s', async (name, path) => {
    renderApp('/no-such-page');
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path);
  });
});

describe('Choose Your Option', () => {
  it('offers two links: Provider and Patient', async () => {
    const { user, router } = renderApp('/signup');
    expect(await screen.findByRole('link', { name: 'Patient' })).toHaveAttribute('href', '/patient-signup');
    await user.click(screen.getByRole('link', { name: 'Provider' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/provider-signup'));
    expect(await screen.findByRole('heading', { name: 'Register as Provider' })).toBeVisible();
  });
});
