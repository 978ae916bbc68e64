import { type Failure, normalEmail, type SignUpProgress, type StoreCustomer } from '@/contract';
import type { SignUpKind, SignUpValues } from './sign-up-values';

export interface SignUpInput {
  readonly kind: SignUpKind;
  /** What the browser remembers of an earlier try. */
  readonly progress: SignUpProgress;
}

/** What a sign-up ends with. */
export interface SignUpOutput {
  /** The account's email, in the form of `normalEmail`. */
  readonly email: string;
}

/** All emails are in the form of `normalEmail`. */
export interface SignUpContext {
  readonly kind: SignUpKind;
  /** The form as last submitted; null until then, and again once the account exists: it holds the password. */
  readonly values: SignUpValues | null;
  readonly storedValues: SignUpProgress['values'];
  /** The email as last submitted, or ''. */
  readonly email: string;
  /** Emails whose code was accepted. */
  readonly verified: readonly string[];
  /** Emails whose code may have been accepted: the answer was lost. */
  readonly maybeVerified: readonly string[];
  /** By email, the store customer as it was accepted. In memory only: it holds the password. */
  readonly customers: Readonly<Record<string, StoreCustomer>>;
  /** Emails for which an account may exist already: the answer was lost. */
  readonly maybeRegistered: readonly string[];
  readonly failure: Failure | null;
}

export type SignUpEvent =
  | { readonly type: 'SUBMIT'; readonly values: SignUpValues }
  /** The code may have arrived although its sending failed. */
  | { readonly type: 'ENTER_CODE' }
  | { readonly type: 'VERIFY'; readonly otp: string }
  | { readonly type: 'RESEND' }
  /** The code may have been accepted although its check failed. */
  | { readonly type: 'CONTINUE' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CHANGE_EMAIL' };

export type SignUpEmitted = { readonly type: 'progress'; readonly progress: SignUpProgress };

/** The emails with this one among them, once. */
export const including = (emails: readonly string[], email: string): string[] => [
  ...new Set([...emails, email]),
];

/** The emails without this one. */
export const excluding = (emails: readonly string[], email: string): string[] =>
  emails.filter((other) => other !== email);

/** Takes the context; gives the submitted form. Throws an Error where none was submitted, a defect of the machine. */
export function submitted({ values }: SignUpContext): SignUpValues {
  if (values === null) throw new Error('A sign-up call was started before the form was submitted.');
  return values;
}

const remembered = (email: string | null | undefined): string[] =>
  email === null || email === undefined ? [] : [normalEmail(email)];

/** The context that a sign-up starts with. */
export const contextFrom = ({ kind, progress }: SignUpInput): SignUpContext => ({
  kind,
  values: null,
  storedValues: progress.values,
  email: '',
  verified: remembered(progress.verifiedEmail),
  maybeVerified: [],
  customers: {},
  maybeRegistered: remembered(progress.accountAskedFor),
  failure: null,
});

/**
 * What the browser should remember: domain data only, never a password, never a state in which a call is under way. Of
 * several emails the current one goes first.
 *
 * @param asking the account is being asked for: a reload meanwhile loses the answer
 */
export function progressOf(
  { storedValues, email, verified, maybeVerified, maybeRegistered }: SignUpContext,
  { asking = false } = {},
): SignUpProgress {
  const first = (emails: readonly string[]) => (emails.includes(email) ? email : (emails.at(-1) ?? null));
  return {
    values: storedValues,
    verifiedEmail: first(verified.filter((one) => !maybeVerified.includes(one))),
    accountAskedFor: asking ? email : first(maybeRegistered),
  };
}
