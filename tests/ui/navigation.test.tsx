import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { FocusOnRouteChange } from '@/pages/root-layout';
import { announce, LiveRegion } from '@/ui/feedback/announce';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';
import { PageTitle } from '@/ui/layout/page-title';

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
