import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atFixedTime } from '@tests/support/server-time';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { LandingPage } from '@/pages/marketing/landing.page';
import { FocusOnRouteChange } from '@/pages/root-layout';
import { announce, LiveRegion } from '@/ui/feedback/announce';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { PageTitle } from '@/ui/layout/page-title';

// Far from the year in which the tests run.
atFixedTime('2031-06-15T12:00:00Z');

function renderLanding(onOpenChat = () => {}) {
  render(
    <MemoryRouter>
      <LandingPage onOpenChat={onOpenChat} />
    </MemoryRouter>,
  );
}

test('the landing page leads where it should', async () => {
  renderLanding();
  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  expect(await screen.findByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute(
    'href',
    '/terms-and-conditions',
  );
  expect(screen.getByText(/^© 2031 /)).toBeVisible();
});

test('the hero’s box is a button with the text of the spec, and opens the chat', async () => {
  const user = userEvent.setup();
  const onOpenChat = vi.fn();
  renderLanding(onOpenChat);
  await user.click(
    screen.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }),
  );
  expect(onOpenChat).toHaveBeenCalledOnce();
});

test('a change of route moves the focus to the new heading; the first page leaves it alone', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <FocusOnRouteChange />
      <Link to="/next">Next</Link>
      <Routes>
        <Route path="/" element={<PageTitle>First</PageTitle>} />
        <Route path="/next" element={<PageTitle>Second</PageTitle>} />
      </Routes>
    </MemoryRouter>,
  );
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Next' }));
  expect(await screen.findByRole('heading', { name: 'Second' })).toHaveFocus();
});

test('the same announcement twice is two changes of the live region', async () => {
  const user = userEvent.setup();
  render(
    <>
      <LiveRegion />
      <button type="button" onClick={() => announce('Copied')}>
        Copy
      </button>
    </>,
  );
  await user.click(screen.getByRole('button'));
  const first = screen.getByRole('status').textContent;
  await user.click(screen.getByRole('button'));
  expect(first).toContain('Copied');
  expect(screen.getByRole('status').textContent).toContain('Copied');
  expect(screen.getByRole('status').textContent).not.toBe(first);
});

test('a broken part is reported, and can be tried again', async () => {
  const user = userEvent.setup();
  // React logs what a boundary catches, which is expected here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  function Part() {
    if (broken) throw new Error('broken');
    return <p>Whole again</p>;
  }
  const onError = vi.fn();
  render(
    <ErrorBoundary onError={onError}>
      <Part />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  // An empty address is the page's own. Testing Library takes it for no link.
  expect(screen.getByText('Reload the page')).toHaveAttribute('href', '');
  expect(onError).toHaveBeenCalledOnce();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('Whole again')).toBeVisible();
  vi.mocked(console.error).mockClear();
});
