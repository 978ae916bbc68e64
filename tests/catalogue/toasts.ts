import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { messageOfToast } from '@tests/support/outcomes';
import { expect } from 'vitest';
import { toast } from '@/ui/feedback/toast';

interface ToastOnScreen {
  readonly position: 'top-right' | 'top-center';
  readonly text: string;
}

const toastsIn = (parent: ParentNode) => [...parent.querySelectorAll<HTMLElement>('.Toastify__toast')];

/** All toasts on screen, without the labels of their actions; whitespace in their text is not collapsed. */
export const readToasts = (): ToastOnScreen[] =>
  (['top-right', 'top-center'] as const).flatMap((position) =>
    [...document.querySelectorAll(`.Toastify__toast-container--${position}`)]
      .flatMap(toastsIn)
      .map((element) => ({ position, text: messageOfToast(element) })),
  );

/** Closes every toast as a user does, and finishes the animations that jsdom never runs. */
export async function closeToasts(): Promise<void> {
  const closed = new Set<HTMLElement>();
  await waitFor(() => {
    const openToasts = toastsIn(document);
    for (const element of openToasts) {
      fireEvent.animationEnd(element);
      if (closed.has(element)) continue;
      closed.add(element);
      fireEvent.click(within(element).getByLabelText('Close notification'));
    }
    expect(openToasts).toEqual([]);
  });
}

/** Toast code is loaded with the first toast; later toasts are rendered immediately. */
export async function wakeToaster(): Promise<void> {
  toast('The catalogue begins.');
  await screen.findByText('The catalogue begins.');
  await closeToasts();
}
