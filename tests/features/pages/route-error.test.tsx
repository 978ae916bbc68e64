import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setReportSink } from '@/lib/report';
import { routes } from '@/pages/router';

const reports = vi.fn();
beforeEach(() => setReportSink(reports));
afterEach(() => {
  setReportSink(() => undefined);
  reports.mockClear();
});

/** Replaces the page at `/terms-and-conditions` during a test. */
function replaceTerms(replacement: Pick<(typeof routes)[number], 'Component' | 'lazy'>) {
  const route = routes.find(({ path }) => path === '/terms-and-conditions');
  const { Component, lazy } = route ?? {};
  Object.assign(route ?? {}, replacement);
  onTestFinished(() => void Object.assign(route ?? {}, { Component, lazy }));
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

it('a page whose code does not load is reported, and has a title and an h1, which gets the focus', async () => {
  const lazy = vi.fn().mockRejectedValue(new Error('The chunk is gone.'));
  replaceTerms({ Component: null, lazy });
  const { user, router } = renderApp('/about-us');
  await heading('About Us');
  await waitFor(() => expect(document.title).toBe('About Us · Kitwell'));
  await user.click(screen.getByRole('link', { name: 'Terms & Conditions' }));
  const message = await heading('This page didn’t load.');
  await waitFor(() => expect(message).toHaveFocus());
  expect(document.title).toBe('Page not loaded · Kitwell');
  expect(reports.mock.calls).toEqual([
    ['a route could not be loaded', { error: 'Error: The chunk is gone.' }],
  ]);
  await act(() => router.navigate(-1));
  await heading('About Us');
  await waitFor(() => expect(document.title).toBe('About Us · Kitwell'));
});

it('a page that breaks is reported by its title, not its path, and has an h1, which gets the focus', async () => {
  // React logs the error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  replaceTerms({
    Component: () => {
      throw new Error('broken');
    },
  });
  const { user } = renderApp('/about-us');
  await heading('About Us');
  await user.click(screen.getByRole('link', { name: 'Terms & Conditions' }));
  const message = await heading(/^Something went wrong/);
  await waitFor(() => expect(message).toHaveFocus());
  expect(screen.getByRole('main')).toContainElement(message);
  expect(reports.mock.calls).toEqual([
    ['a page broke', { title: 'Terms & Conditions', error: 'Error: broken' }],
  ]);
  vi.mocked(console.error).mockClear();
});
