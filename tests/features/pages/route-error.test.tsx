import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageTitle } from '@/lib/brand';
import { setReportSink } from '@/lib/report';
import { RootLayout, RouteError } from '@/pages/root-layout';

const reports = vi.fn();
beforeEach(() => setReportSink(reports));
afterEach(() => {
  setReportSink(() => undefined);
  reports.mockClear();
});

it('a page whose code does not load is reported, and has a title and an h1, which gets the focus', async () => {
  // React Router logs the error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter([
    {
      element: <RootLayout />,
      errorElement: <RouteError />,
      children: [
        { path: '/', handle: { title: 'First' }, element: <h1>First page</h1> },
        {
          path: '/second',
          handle: { title: 'Second' },
          lazy: () => Promise.reject(new Error('The chunk is gone.')),
        },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1, name: 'First page' });
  await waitFor(() => expect(document.title).toBe(pageTitle('First')));
  await router.navigate('/second');
  const heading = await screen.findByRole('heading', { level: 1, name: 'This page didn’t load.' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).toBe(pageTitle('Page not loaded'));
  expect(reports.mock.calls).toEqual([
    ['a route could not be loaded', { error: 'Error: The chunk is gone.' }],
  ]);
  await router.navigate('/');
  await screen.findByRole('heading', { level: 1, name: 'First page' });
  await waitFor(() => expect(document.title).toBe(pageTitle('First')));
});

it('a page that breaks is reported by its title, not its path, and has an h1, which gets the focus', async () => {
  // React logs the error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function BrokenPage(): never {
    throw new Error('broken');
  }
  const router = createMemoryRouter([
    {
      element: <RootLayout />,
      children: [
        { path: '/', element: <h1>First page</h1> },
        { path: '/broken', handle: { title: 'Broken' }, element: <BrokenPage /> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1, name: 'First page' });
  await router.navigate('/broken');
  const heading = await screen.findByRole('heading', { level: 1, name: /^Something went wrong/ });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(reports.mock.calls).toEqual([['a page broke', { title: 'Broken', error: 'Error: broken' }]]);
  vi.mocked(console.error).mockClear();
});
