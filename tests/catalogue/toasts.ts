import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { toast } from '@/ui/feedback/toast';

/** What a toast says, and where it stands. */
interface ShownToast {
  readonly position: 'top-right' | 'top-center';
  readonly words: string;
}

const toastsIn = (parent: ParentNode) => [...parent.querySelectorAll<HTMLElement>('.Toastify__toast')];

/** Every toast on screen; its words are compared as they are, spaces included. */
export const shownToasts = (): ShownToast[] =>
  (['top-right', 'top-center'] as const).flatMap((position) =>
    [...document.querySelectorAll(`.Toastify__toast-container--${position}`)]
      .flatMap(toastsIn)
      .map((element) => ({ position, words: element.textContent })),
  );

/** Closes every toast as a user would, and ends the animations that jsdom never plays. */
export async function closeToasts(): Promise<void> {
  await waitFor(() => {
    for (const element of toastsIn(document)) {
      const close = element.querySelector('[aria-label="Close notification"]');
      if (close !== null) fireEvent.click(close);
      fireEvent.animationEnd(element);
    }
    expect(shownToasts()).toEqual([]);
  });
}

/** What draws toasts is loaded with the first one; afterwards a toast that is raised stands at once. */
export async function wakeToaster(): Promise<void> {
  toast('The catalogue begins.');
  await screen.findByText('The catalogue begins.');
  await closeToasts();
}
