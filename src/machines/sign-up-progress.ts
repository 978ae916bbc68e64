import { type Failure, normalEmail, type SignUpProgress } from '@/contract';
import type { DefectEvent } from './failure';
import type { SignUpKind, SignUpValues } from './sign-up-values';

export interface SignUpInput {
  readonly kind: SignUpKind;
  /** What the browser remembers of an earlier try. */
  readonly progress: SignUpProgress;
}

export interface SignUpContext {
  readonly kind: SignUpKind;
  /** The form as last submitted; null until then, and again once the account exists. */
  readonly values: SignUpValues | null;
  readonly storedValues: SignUpProgress['values'];
  readonly codeSentTo: string | null;
  /** Emails whose code was accepted, and those that have a store customer; in the form of `normalEmail`. */
  readonly verifiedEmails: readonly string[];
  readonly customerEmails: readonly string[];
  readonly failure: Failure | null;
}

export type SignUpEvent =
  | { readonly type: 'SUBMIT'; readonly values: SignUpValues }
  | { readonly type: 'VERIFY'; readonly otp: string }
  | { readonly type: 'RESEND' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CHANGE_EMAIL' };

export type SignUpEmitted =
  | { readonly type: 'progress'; readonly progress: SignUpProgress }
  | { readonly type: 'registered' }
  | DefectEvent;

/** The emails with this one among them, once. */
export const listed = (emails: readonly string[], email: string): string[] => [
  ...new Set([...emails, email]),
];

/** Takes the context; gives the submitted form. Throws an Error where none was submitted, a defect of the machine. */
export function submitted({ values }: SignUpContext): SignUpValues {
  if (values === null) throw new Error('A sign-up call was started before the form was submitted.');
  return values;
}

/** Takes the context; gives the submitted email as it is remembered. Throws as `submitted` does. */
export const emailOf = (context: SignUpContext): string => normalEmail(submitted(context).signup.email);

/** Takes the machine's context; gives what the browser should remember of it. The current email goes first. */
export function progressOf(context: SignUpContext): SignUpProgress {
  const current = context.values === null ? '' : emailOf(context);
  const remembered = (emails: readonly string[]) =>
    emails.includes(current) ? current : (emails.at(-1) ?? null);
  return {
    values: context.storedValues,
    codeSentTo: context.codeSentTo,
    verifiedEmail: remembered(context.verifiedEmails),
    customerCreatedFor: remembered(context.customerEmails),
  };
}
