/**
 * Spread on an element that is used alongside dialogs, such as toasts: pressing it does not count as an outside press,
 * so it closes no dialog and loses no input.
 */
export const ignoreOutsidePress = { 'data-beside-dialogs': '' } as const;

/** Whether an event happened inside such an element. */
export const ignoresOutsidePress = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('[data-beside-dialogs]') !== null;
