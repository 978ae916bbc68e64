// From SPEC §2, exact: do not reword.

export const title = 'Log In';
export const signUp = 'Sign Up';

// Ours: free to reword.

export const newHere = 'New here?';
export const unchecked = 'We couldn’t check your login. You are still logged in, and nothing is lost.';
export const tryAgain = 'Try again';

/** Reasons a session ended other than by Logout. */
export const ended = {
  idle: 'You were logged out because nothing happened for 15 minutes.',
  expired: 'Your session has ended. Please log in again.',
  otherTab: 'You were logged out in another tab.',
} as const;

export const unsavedKept = (count: number): string =>
  count === 1
    ? 'To get back 1 unsaved row, log in with the same account within 15 minutes, without reloading this page.'
    : `To get back ${count} unsaved rows, log in with the same account within 15 minutes, without reloading this page.`;
