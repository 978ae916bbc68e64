// From §2, exact: do not reword.

export const loading = 'Loading...';
export const confirm = 'Confirm';
export const cancel = 'Cancel';

// Ours: free to reword.

export const retry = 'Retry';
export const offline =
  'You’re offline. What you typed is safe. When you’re back online, send it again; anything missing loads by itself.';
export const close = 'Close';
export const content = 'Content';
export const notifications = 'Notifications';
export const closeNotification = 'Close notification';
export const hide = 'Hide';
export const show = 'Show';
export const capsLock = 'Caps lock is on.';
export const broken = 'Something went wrong on this page.';
export const nothingLost = 'Everything you saved is safe. If Retry doesn’t help, reload the page.';
export const reload = 'Reload the page';
export const toStart = 'Go to the home page';
export const skip = 'Skip to content';
export const skipToTable = 'Skip to the table';
export const problem = 'There is a problem';
export const doubtfulPhone = 'Check this phone number and its country code.';
export const clearSearch = 'Clear search';
export const noneContains = (fields: string, query: string) => `No ${fields} contains “${query}”.`;
export const clearFilter = 'Clear filter';
export const filteredBy = (filter: string) => `The list is filtered by “${filter}”.`;
export const tableNotLoaded = 'This list didn’t load.';
export const notGiven = 'Not given';
/** A field that the user and someone else have both changed. */
const quoted = (text: string) => (text.trim() === '' ? 'blank' : `“${text}”`);
export const changedByBoth = (theirs: string, mine: string) =>
  `Changed by someone else while you were editing: ${quoted(theirs)}. You have ${quoted(mine)}.`;
export const keepMine = 'Keep mine';
export const takeTheirs = 'Use theirs';
