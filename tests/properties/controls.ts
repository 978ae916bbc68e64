import { fireEvent } from '@testing-library/react';

export const nameOf = (element: HTMLElement): string => {
  const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
  return (element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '').trim();
};

/** Behind a dialog or disabled, a control can't be used. */
export const isUsable = (element: Element) =>
  !element.matches(':disabled, [aria-disabled=true], [readonly]') &&
  element.closest('[inert], [aria-hidden=true], [hidden]') === null;

export const controls = (
  selector: string,
  name?: string | RegExp,
  around: ParentNode = document,
): HTMLElement[] =>
  [...around.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      isUsable(element) &&
      (name === undefined ||
        (typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)))),
  );

/** Presses the first usable button of this name; returns whether there is one. */
export function press(name: string | RegExp, around?: ParentNode): boolean {
  const [button] = controls('button', name, around);
  if (button !== undefined) fireEvent.click(button);
  return button !== undefined;
}

/** The open dialog with this title. */
export const dialogOf = (title: string): HTMLElement | null =>
  controls('[role=dialog], [role=alertdialog]').find(
    (dialog) => dialog.querySelector('h2')?.textContent === title,
  ) ?? null;
