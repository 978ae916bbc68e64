import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toastText } from '@tests/support/outcomes';
import { StrictMode } from 'react';
import { toast as toastify } from 'react-toastify/unstyled';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '@/ui/dialog/dialog';
import { closeToast, closeToastsOfAccount, toast } from '@/ui/feedback/toast';
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

const toastOf = (text: string) => {
  const element = screen.getByText(text).closest<HTMLElement>('.Toastify__toast');
  const timer = element?.querySelector<HTMLElement>('.Toastify__progress-bar');
  if (!element || !timer) throw new Error(`the toast "${text}" has no timer`);
  return { element, timer };
};

test('a text that is repeated while its toast is closing appears again', async () => {
  render(<Toaster />);
  toast('Failed to process payment!', { tone: 'error' });
  await screen.findByText('Failed to process payment!');
  const { element } = toastOf('Failed to process payment!');
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
  toast('Failed to process payment!', { tone: 'error' });
  fireEvent.animationEnd(element);
  await waitFor(() => expect(element).not.toBeInTheDocument());
  expect(await screen.findByText('Failed to process payment!')).toBeInTheDocument();
});

test('a text that is repeated is shown for 5000 ms from then on', async () => {
  render(<Toaster />);
  toast('Failed to process payment!', { tone: 'error' });
  await screen.findByText('Failed to process payment!');
  const { timer } = toastOf('Failed to process payment!');
  toast('Failed to process payment!', { tone: 'error' });
  // A new bar runs from the start.
  await waitFor(() => expect(timer).not.toBeInTheDocument());
  expect(toastOf('Failed to process payment!').timer.style.animationDuration).toBe('5000ms');
});

test('the end of a session removes waiting and visible toasts, except errors and toasts that outlive it', async () => {
  toast('We emailed Ada Byron to confirm the delivery address.', { tone: 'success' });
  toast('The demo data was reset in another tab.', { tone: 'warning', outlivesSession: true });
  toast('Failed to update patient authorization', { tone: 'error' });
  closeToastsOfAccount();
  render(<Toaster />);
  expect(await screen.findByText('Failed to update patient authorization')).toBeVisible();
  const remainingTexts = [
    'Failed to update patient authorization',
    'The demo data was reset in another tab.',
  ];
  expect(toastText().sort()).toEqual(remainingTexts);
  toast('Profile updated successfully', { tone: 'success' });
  await screen.findByText('Profile updated successfully');
  closeToastsOfAccount();
  await waitFor(() => expect(toastText().sort()).toEqual(remainingTexts));
});

test('a toast raised before the Toaster is mounted is shown, also in development, where React mounts it twice', async () => {
  toast('This link names no account.', { tone: 'warning' });
  render(
    <StrictMode>
      <Toaster />
    </StrictMode>,
  );
  expect(await screen.findByText('This link names no account.')).toBeVisible();
});

test('a text keeps its two spaces', async () => {
  render(<Toaster />);
  toast('Error sending  Code. Please try again later!', { tone: 'error' });
  const message = await screen.findByText((text) => text.startsWith('Error sending'), {
    normalizer: (text) => text,
  });
  expect(message.textContent).toBe('Error sending  Code. Please try again later!');
  expect(message.closest('[role]')).toHaveAttribute('role', 'alert');
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
  const element = (await screen.findByText('Login successful')).closest('.Toastify__toast');
  // The toast closes when this bar's animation ends.
  expect(element?.querySelector<HTMLElement>('.Toastify__progress-bar')?.style.animationDuration).toBe(
    '5000ms',
  );
});

test('a toast waits while the mouse is on it', async () => {
  render(<Toaster />);
  toast('Login successful');
  await screen.findByText('Login successful');
  const { element, timer } = toastOf('Login successful');
  await userEvent.hover(element);
  expect(timer.style.animationPlayState).toBe('paused');
  await userEvent.unhover(element);
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

test.each(['Restore skipped rows', 'Close notification'])(
  'the focus goes to the heading of the page when “%s” was pressed with the keyboard',
  async (name) => {
    const user = userEvent.setup();
    render(
      <>
        <h1>Patients</h1>
        <Toaster />
      </>,
    );
    toast('1 incomplete row wasn’t saved.', { action: { label: 'Restore skipped rows', onPress: vi.fn() } });
    const button = await screen.findByRole('button', { name });
    button.focus();
    await user.keyboard('{Enter}');
    const { element } = toastOf('1 incomplete row wasn’t saved.');
    fireEvent.animationEnd(element);
    await waitFor(() => expect(element).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Patients' })).toHaveFocus();
  },
);

test('the focus goes to the open dialog when a toast beside it is closed', async () => {
  const user = userEvent.setup();
  render(
    <>
      <h1>Patients</h1>
      <Dialog open onOpenChange={vi.fn()} title="Address" />
      <Toaster />
    </>,
  );
  toast('Login successful');
  await user.click(await screen.findByRole('button', { name: 'Close notification', hidden: true }));
  const { element } = toastOf('Login successful');
  fireEvent.animationEnd(element);
  await waitFor(() => expect(element).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Address' })).toHaveFocus();
});

test('toasts raised before the toaster is loaded are shown once it is', async () => {
  toast('Address confirmed successfully!');
  render(<Toaster />);
  const region = await screen.findByText('Address confirmed successfully!');
  expect(within(document.body).getAllByText(region.textContent)).toHaveLength(1);
});

test('the next result of the same operation replaces its last toast; others stay', async () => {
  render(<Toaster />);
  toast('Patients added successfully', { tone: 'success', topic: 'addPatients' });
  toast('Error adding lab, please try again later!', { tone: 'error', topic: 'lab' });
  await screen.findByText('Error adding lab, please try again later!');
  toast('Lab added successfully', { tone: 'success', topic: 'lab' });
  const added = await screen.findByText('Lab added successfully');
  expect(toastText()).toEqual(['Lab added successfully', 'Patients added successfully']);
  expect(added.closest('[role]')).toHaveAttribute('role', 'status');
});

test('a replaced toast is shown for 5000 ms from then on', async () => {
  render(<Toaster />);
  toast('Error updating profile', { tone: 'error', topic: 'updateClinicProfile' });
  await screen.findByText('Error updating profile');
  const { timer } = toastOf('Error updating profile');
  toast('Profile updated successfully', { tone: 'success', topic: 'updateClinicProfile' });
  await screen.findByText('Profile updated successfully');
  expect(timer).not.toBeInTheDocument();
});

test('a result without a text closes the last toast of its operation only', async () => {
  render(<Toaster />);
  toast('Failed to fetch appointments!', { tone: 'error', topic: 'fetchAppointments' });
  toast('Invitation sent successfully!', { tone: 'success', topic: 'sendInvitation' });
  await screen.findByText('Failed to fetch appointments!');
  const failed = toastOf('Failed to fetch appointments!').element;
  closeToast('fetchAppointments');
  // A closing toast is no longer announced.
  await waitFor(() => expect(failed).toHaveAttribute('data-in', 'false'));
  expect(toastOf('Invitation sent successfully!').element).toHaveAttribute('data-in', 'true');
});

test('the same text from two forms is two toasts; each closes with the next result of its form', async () => {
  render(<Toaster />);
  toast('Please enter all the required fields.', { tone: 'error', topic: 'lab' });
  toast('Please enter all the required fields.', { tone: 'error', topic: 'updateClinicProfile' });
  await waitFor(() => expect(toastText()).toHaveLength(2));
  toast('Lab added successfully', { tone: 'success', topic: 'lab' });
  await screen.findByText('Lab added successfully');
  expect(toastText().toSorted()).toEqual(['Lab added successfully', 'Please enter all the required fields.']);
});

test('a text without a topic renews the toast of a form, which stays the form’s', async () => {
  render(<Toaster />);
  toast('Patients added successfully', { tone: 'success', topic: 'addPatients' });
  toast('Patients added successfully', { tone: 'success' });
  await screen.findByText('Patients added successfully');
  toast('Failed to add patients. Please try again later.', { tone: 'error', topic: 'addPatients' });
  await screen.findByText('Failed to add patients. Please try again later.');
  expect(toastText()).toEqual(['Failed to add patients. Please try again later.']);
});

test('on phones every toast is at the bottom', async () => {
  vi.stubGlobal('innerWidth', 390);
  render(<Toaster />);
  toast('at the right');
  toast('in the middle', { position: 'top-center' });
  await screen.findByText('in the middle');
  for (const text of ['at the right', 'in the middle'])
    expect(screen.getByText(text).closest('.Toastify__toast-container--bottom-center')).not.toBeNull();
});
