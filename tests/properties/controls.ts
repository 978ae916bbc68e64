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
