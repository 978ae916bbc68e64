import { groupedCount } from '@/lib/grouped-count';

// From SPEC §2, exact: do not reword.

export const title = 'Log In';
export const signUp = 'Sign Up';

// Ours: free to reword.

export const newHere = 'New here?';
export const unchecked = 'We couldn’t check your login. You’re still logged in, and nothing is lost.';
export const retry = 'Retry';

/** Reasons a session ended other than by Logout. */
export const ended = {
  idle: 'We logged you out after 15 minutes of inactivity.',
  expired: 'Your session has ended. Log in again.',
  otherTab: 'You were logged out in another tab.',
} as const;

export const unsavedKept = (count: number): string =>
  count === 1
    ? 'Log in with the same account within 15 minutes to restore 1 unsaved row. Don’t reload this page.'
    : `Log in with the same account within 15 minutes to restore ${groupedCount(count)} unsaved rows. Don’t reload this page.`;
