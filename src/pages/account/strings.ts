import type { UnsavedCounts } from '@/app/drafts';
import { groupedCount } from '@/lib/grouped-count';

// From §2, exact: do not reword.

export const logIn = 'Log In';
export const signUp = 'Sign Up';
export const forgotPassword = 'Forgot Password';
export const chooseOption = 'Choose Your Option';
export const provider = 'Provider';
export const patient = 'Patient';

// Ours: free to reword.

/** Forgot Password. */
export const enterEmail = 'Enter your email, and we’ll send you a link to choose a new password.';

/** The choice between the two sign-ups. */
export const aClinic = 'A clinic or hospital';
export const aPatient = 'Someone receiving a kit';

/** The login. */
export const newHere = 'New here?';
export const unchecked = 'We couldn’t check your login. You’re still logged in, and nothing is lost.';
export const retry = 'Retry';

/** Reasons a session ended other than by Logout. */
export const ended = {
  idle: 'We logged you out after 15 minutes of inactivity.',
  expired: 'Your session has ended. Log in again.',
  otherTab: 'You were logged out in another tab.',
} as const;

const unsavedRows = (count: number) =>
  count === 1 ? '1 unsaved row' : `${groupedCount(count)} unsaved rows`;

const unfinishedOrders = (patients: number) =>
  patients === 1
    ? 'an unfinished order for 1 patient'
    : `unfinished orders for ${groupedCount(patients)} patients`;

const unsavedForms = (count: number) =>
  count === 1 ? 'unsaved changes in a form' : `unsaved changes in ${count} forms`;

const list = new Intl.ListFormat('en-US');

export function unsavedHint({ rows, orders, forms }: UnsavedCounts): string {
  const parts = [
    ...(rows === 0 ? [] : [unsavedRows(rows)]),
    ...(orders === 0 ? [] : [unfinishedOrders(orders)]),
    ...(forms === 0 ? [] : [unsavedForms(forms)]),
  ];
  return `Log in with the same account within 15 minutes to restore ${list.format(parts)}. Don’t reload this page.`;
}
