import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast as toastify } from 'react-toastify/unstyled';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '@/ui/feedback/toast';
import { Toaster } from '@/ui/feedback/toaster';

afterEach(() => {
  toastify.dismiss();
});

test('the same text is shown once while it is visible; another text appears beside it', async () => {
  render(<Toaster />);
  toast('Login successful', { tone: 'success' });
  toast('Login successful', { tone: 'success' });
  toast('Network error. Please try again later', { tone: 'error' });
  expect(await screen.findByText('Network error. Please try again later')).toBeInTheDocument();
  expect(screen.getAllByText('Login successful')).toHaveLength(1);
});

test('a text keeps its two spaces', async () => {
  render(<Toaster />);
  toast('Error sending  Code. Please try again later!', { tone: 'error' });
  const shown = await screen.findByText((text) => text.startsWith('Error sending'), {
    normalizer: (text) => text,
  });
  expect(shown.textContent).toBe('Error sending  Code. Please try again later!');
  expect(shown.closest('[role]')).toHaveAttribute('role', 'alert');
});

test('a toast appears top-right unless it requests top-center', async () => {
  render(<Toaster />);
  toast('at the right');
  toast('in the middle', { position: 'top-center' });
  const right = await screen.findByText('at the right');
  const middle = await screen.findByText('in the middle');
  expect(right.closest('.Toastify__toast-container--top-right')).not.toBeNull();
  expect(middle.closest('.Toastify__toast-container--top-center')).not.toBeNull();
});

test('a toast closes by itself after 5000 ms', async () => {
  render(<Toaster />);
  toast('Login successful');
  const shown = (await screen.findByText('Login successful')).closest('.Toastify__toast');
  // The toast closes when this bar's animation ends.
  expect(shown?.querySelector<HTMLElement>('.Toastify__progress-bar')?.style.animationDuration).toBe(
    '5000ms',
  );
});

test('a toast waits while the mouse is on it', async () => {
  render(<Toaster />);
  toast('Login successful');
  const shown = (await screen.findByText('Login successful')).closest('.Toastify__toast');
  const timer = shown?.querySelector<HTMLElement>('.Toastify__progress-bar');
  if (!shown || !timer) throw new Error('the toast has no timer');
  await userEvent.hover(shown);
  expect(timer.style.animationPlayState).toBe('paused');
  await userEvent.unhover(shown);
  expect(timer.style.animationPlayState).toBe('running');
});

test('an action runs once and closes its toast', async () => {
  const user = userEvent.setup();
  const onPress = vi.fn();
  render(<Toaster />);
  toast('Patients added successfully', { action: { label: 'Restore skipped rows', onPress } });
  await user.click(await screen.findByRole('button', { name: 'Restore skipped rows' }));
  expect(onPress).toHaveBeenCalledOnce();
});

test('toasts raised before the toaster is loaded are shown once it is', async () => {
  toast('Address confirmed successfully!');
  render(<Toaster />);
  const region = await screen.findByText('Address confirmed successfully!');
  expect(within(document.body).getAllByText(region.textContent)).toHaveLength(1);
});
