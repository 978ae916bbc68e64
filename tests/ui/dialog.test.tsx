import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { Dialog } from '@/ui/dialog/dialog';
import { historyChanged } from '@/ui/dialog/surface';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/field';
import { focusPressedControls } from '@/ui/layout/focus';

function OrderAndTerms() {
  const [orderOpen, setOrderOpen] = useState(false);
  const [termsOpen, setTermsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOrderOpen(true)}>Order</Button>
      <Dialog
        open={orderOpen}
        onOpenChange={setOrderOpen}
        title="Order Kit"
        footer={<Button onClick={() => setTermsOpen(true)}>Place Order</Button>}
      >
        <TextInput aria-label="Frequency" />
        <ConfirmDialog
          open={termsOpen}
          onOpenChange={setTermsOpen}
          title="Confirm Action"
          description="Are you sure you?"
          onConfirm={() => setTermsOpen(false)}
        />
      </Dialog>
    </>
  );
}

test('opening a dialog puts the focus into its content, and closing gives it back', async () => {
  const user = userEvent.setup();
  render(<OrderAndTerms />);
  await user.click(screen.getByRole('button', { name: 'Order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  expect(screen.getByLabelText('Close')).not.toHaveFocus();

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Order' })).toHaveFocus());
});

test('where a press focuses no control, as in Safari, closing a dialog still gives the focus to what opened it', async () => {
  const stopFocusing = focusPressedControls();
  render(
    <main tabIndex={-1}>
      <TextInput aria-label="Email" />
      <OrderAndTerms />
    </main>,
  );
  screen.getByRole('main').focus();
  fireEvent.click(screen.getByRole('button', { name: 'Order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Order' })).toHaveFocus());
  stopFocusing();
});

/** Content that is taller than its dialog, so that it can be scrolled by keys. */
function LongContent({ children }: { children?: ReactNode }) {
  const makeTall = (text: HTMLElement | null) => {
    const content = text?.parentElement;
    if (content) Object.defineProperty(content, 'scrollHeight', { value: 2000 });
  };
  return (
    <>
      <p ref={makeTall}>Long terms</p>
      {children}
    </>
  );
}

test('the focus starts in the first control of a long content, or else in the dialog itself', async () => {
  const props = { open: true, onOpenChange: vi.fn(), title: 'Terms', footer: <Button>I agree</Button> };
  const { unmount } = render(
    <Dialog {...props}>
      <LongContent>
        <TextInput aria-label="Unavailable" disabled />
        <TextInput aria-label="Name" />
      </LongContent>
    </Dialog>,
  );
  expect(screen.getByRole('group', { name: 'Content' })).toHaveAttribute('tabindex', '0');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  unmount();

  const user = userEvent.setup();
  render(
    <Dialog {...props}>
      <LongContent />
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Terms' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('group', { name: 'Content' })).toHaveFocus();
});

test('Escape closes the top dialog only', async () => {
  const user = userEvent.setup();
  render(<OrderAndTerms />);
  await user.click(screen.getByRole('button', { name: 'Order' }));
  await user.type(await screen.findByLabelText('Frequency'), 'Yearly');
  await user.click(screen.getByRole('button', { name: 'Place Order' }));
  const terms = await screen.findByRole('alertdialog', { name: 'Confirm Action' });
  expect(terms).toHaveAccessibleDescription('Are you sure you?');

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Order Kit' })).toBeInTheDocument();
  expect(screen.getByLabelText('Frequency')).toHaveValue('Yearly');

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a dialog that may not be dismissed ignores Escape and has no cross', async () => {
  const user = userEvent.setup();
  const onOpenChange = vi.fn();
  const props = { open: true, onOpenChange, title: 'Saving', children: <TextInput aria-label="Name" /> };
  const { rerender } = render(<Dialog {...props} dismissible={false} />);
  await user.click(screen.getByLabelText('Name'));
  await user.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Close')).not.toBeInTheDocument();

  rerender(<Dialog {...props} />);
  await user.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenLastCalledWith(false, 'escape-key');
});

test('a confirmation asks first: Cancel means no, Confirm means yes, and busy locks both', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  const props = { open: true, onOpenChange, title: 'Confirm Action', onConfirm };
  const { rerender } = render(<ConfirmDialog {...props} />);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
  expect(onConfirm).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(onConfirm).toHaveBeenCalledOnce();

  rerender(<ConfirmDialog {...props} busy />);
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  onOpenChange.mockClear();
  await user.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('a confirmation can offer another way to go on', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  const onConfirm = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={vi.fn()}
      title="Authenticate 2 patients?"
      confirmLabel="Authenticate 2"
      onConfirm={onConfirm}
      alternative={{ label: 'Only the 1 shown', onSelect }}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Only the 1 shown' }));
  expect(onSelect).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('a button that is busy while its question closes gets the focus back, unless the user has moved on', async () => {
  const user = userEvent.setup();
  function Update() {
    const [asking, setAsking] = useState(false);
    const [busy, setBusy] = useState(false);
    return (
      <>
        <Button busy={busy} onClick={() => setAsking(true)}>
          Update
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Update your profile?"
          onConfirm={() => {
            setAsking(false);
            setBusy(true);
          }}
        />
        {/* What the server's response does. */}
        <input type="checkbox" aria-label="Answered" onChange={() => setBusy(false)} />
        <TextInput aria-label="Other field" />
      </>
    );
  }
  render(<Update />);
  const update = screen.getByRole('button', { name: 'Update' });
  const confirm = async () => {
    await user.click(update);
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await waitFor(() => expect(document.body).toHaveFocus());
  };
  const finish = () => fireEvent.click(screen.getByRole('checkbox', { name: 'Answered' }));

  await confirm();
  finish();
  expect(update).toHaveFocus();

  await confirm();
  screen.getByLabelText('Other field').focus();
  finish();
  expect(update).toBeEnabled();
  expect(screen.getByLabelText('Other field')).toHaveFocus();
});

describe('the browser’s Back', () => {
  /** Goes through the history as the browser's buttons do. */
  const go = async (steps: number) => {
    const { state } = window.history;
    window.history.go(steps);
    await waitFor(() => expect(window.history.state).not.toBe(state));
  };
  /** The numbers of the pages that the router was told of. */
  const pages: unknown[] = [];
  const onPage = ({ state }: PopStateEvent) => pages.push(state?.idx);

  beforeEach(() => {
    pages.length = 0;
    window.history.pushState({ idx: 1 }, '');
    window.history.pushState({ idx: 2 }, '');
    historyChanged();
    window.addEventListener('popstate', onPage);
    onTestFinished(() => window.removeEventListener('popstate', onPage));
  });

  test('closes the top dialog, then the one below, and then leaves the page', async () => {
    const user = userEvent.setup();
    render(<OrderAndTerms />);
    await user.click(screen.getByRole('button', { name: 'Order' }));
    await user.type(await screen.findByLabelText('Frequency'), 'Yearly');
    await user.click(screen.getByRole('button', { name: 'Place Order' }));
    await screen.findByRole('alertdialog');
    await go(-1);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Frequency')).toHaveValue('Yearly');
    await go(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(pages).toEqual([]);
    await go(-1);
    expect(pages).toEqual([1]);
  });

  test('skips dialogs that were closed in another way, as Forward does', async () => {
    const user = userEvent.setup();
    render(<OrderAndTerms />);
    await user.click(screen.getByRole('button', { name: 'Order' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    window.history.pushState({ idx: 3 }, '');
    historyChanged();
    await go(-1);
    await go(-1);
    await waitFor(() => expect(pages).toEqual([2, 1]));
    await go(1);
    await go(1);
    await waitFor(() => expect(pages).toEqual([2, 1, 2, 3]));
  });

  test('does not close a dialog that may not be dismissed, and later it does', async () => {
    const onOpenChange = vi.fn();
    const props = { open: true, onOpenChange, title: 'Saving' };
    const { rerender } = render(<Dialog {...props} dismissible={false} />);
    const went = vi.spyOn(window.history, 'go');
    onTestFinished(() => went.mockRestore());
    window.history.go(-1);
    await waitFor(() => expect(went).toHaveBeenLastCalledWith(1));
    await waitFor(() => expect(window.history.state).toEqual({ idx: 2, surfaces: 1 }));
    expect(onOpenChange).not.toHaveBeenCalled();
    rerender(<Dialog {...props} />);
    await go(-1);
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
    expect(pages).toEqual([]);
  });
});
