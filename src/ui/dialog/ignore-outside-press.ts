/**
 * Spread on an element that stands beside every dialog, such as toasts: pressing it is no press "outside", so it closes
 * no dialog and loses nothing that was typed there.
 */
export const ignoreOutsidePress = { 'data-beside-dialogs': '' } as const;

/** Whether an event happened in such an element. */
export const ignoresOutsidePress = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('[data-beside-dialogs]') !== null;
