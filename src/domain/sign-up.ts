import { normalEmail, type PatientSignup, type ProviderSignup, type StoreCustomer } from '@/contract';
import type { SignUpProgress } from './storage-keys';

export type SignUpKind = 'provider' | 'patient';

/** The values of a filled-in sign-up form; `signup` is the payload of the account call. */
export type SignUpValues =
  | { readonly kind: 'provider'; readonly signup: ProviderSignup }
  | { readonly kind: 'patient'; readonly signup: PatientSignup };

/** Splits a provider's name at its first space; a one-word name has no last name (§3, §Notes). */
export function splitProviderName(name: string): { firstName: string; lastName: string } {
  const typed = name.trim();
  const space = typed.indexOf(' ');
  return space === -1
    ? { firstName: typed, lastName: '' }
    : { firstName: typed.slice(0, space), lastName: typed.slice(space + 1).trim() };
}

/** Returns the payload of `POST /auth/send-otp` (§7). */
export const codeRequestOf = ({ kind, signup }: SignUpValues): { email: string; phoneNumber: string } => ({
  email: signup.email,
  phoneNumber: kind === 'provider' ? signup.phoneNumber : signup.phone,
});

/** Returns the store customer, which is created before the account (§3). */
export function storeCustomerOf({ kind, signup }: SignUpValues): StoreCustomer {
  const { email, password } = signup;
  if (kind === 'patient') {
    const { firstName, lastName, phone } = signup;
    return { tag: 'patient', firstName, lastName, email, phone, password };
  }
  return {
    tag: 'provider',
    ...splitProviderName(signup.clinicName),
    email,
    phone: signup.phoneNumber,
    password,
    acceptsMarketing: true,
    address1: signup.street,
    city: signup.city,
    province: signup.state,
    country: signup.country,
    zip: signup.postalCode,
  };
}

/** Returns the values that may be stored, which never include the password (§Notes). */
export function storableValues({ signup }: SignUpValues): SignUpProgress['values'] {
  const { password: _, ...rest } = signup;
  return rest;
}

/** A customer that the store accepted. */
interface CreatedCustomer {
  /** As stored in the browser: never the password. */
  readonly details: NonNullable<SignUpProgress['customer']>;
  /** In memory only; null after a reload. */
  readonly password: string | null;
}

/** Returns the texts of a store customer that was created. */
export function createdCustomerOf(values: SignUpValues): CreatedCustomer {
  const { password, email, ...details } = storeCustomerOf(values);
  const texts = Object.entries({ ...details, email: normalEmail(email) }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { details: Object.fromEntries(texts), password };
}

/** What was done for an email. */
interface SignUpSteps {
  /** `unknown`: the response was lost. `assumed`: it was lost, and the user continues as if the code had been accepted. */
  readonly code: 'needed' | 'unknown' | 'assumed' | 'accepted';
  readonly customer: CreatedCustomer | null;
  /** The response to the account call was lost. */
  readonly accountMayExist: boolean;
}

/** What was done for each email, and the email of the form; all are normalized by `normalEmail`. */
export interface StepsByEmail {
  readonly email: string;
  readonly steps: Readonly<Record<string, SignUpSteps>>;
}

/** Returns what was done for the form's email. */
export const stepsOf = ({ steps, email }: StepsByEmail): SignUpSteps =>
  steps[email] ?? { code: 'needed', customer: null, accountMayExist: false };

/** Returns the steps with a change for the form's email. */
export const withSteps = (
  before: StepsByEmail,
  change: Partial<SignUpSteps>,
): Pick<StepsByEmail, 'steps'> => ({
  steps: { ...before.steps, [before.email]: { ...stepsOf(before), ...change } },
});

/** Whether the store has the customer as the form has it now; after a reload the password is not compared. */
export function hasCustomer(steps: StepsByEmail, values: SignUpValues): boolean {
  const { customer } = stepsOf(steps);
  if (customer === null) return false;
  const { details, password } = createdCustomerOf(values);
  const isSamePassword = customer.password === null || customer.password === password;
  return isSamePassword && JSON.stringify(customer.details) === JSON.stringify(details);
}

/** Returns the steps that an earlier page stored, which may be of different emails. */
export function storedSteps({ verifiedEmail, customer, accountAskedFor }: SignUpProgress) {
  const stored: [string | null | undefined, Partial<SignUpSteps>][] = [
    [verifiedEmail, { code: 'accepted' }],
    [customer?.email, { customer: { details: customer ?? {}, password: null } }],
    [accountAskedFor, { accountMayExist: true }],
  ];
  let steps: StepsByEmail['steps'] = {};
  for (const [email, change] of stored)
    if (typeof email === 'string') ({ steps } = withSteps({ email: normalEmail(email), steps }, change));
  return steps;
}

/** Returns the steps to store. If a step is done for several emails: for the form's email, else for the last one. */
export function storableSteps({ steps, email }: StepsByEmail): Omit<SignUpProgress, 'values'> {
  const lastWith = (isDone: (steps: SignUpSteps) => boolean): string | null => {
    const emails = Object.keys(steps).filter((one) => isDone(stepsOf({ steps, email: one })));
    return emails.includes(email) ? email : (emails.at(-1) ?? null);
  };
  return {
    verifiedEmail: lastWith(({ code }) => code === 'accepted'),
    customer: steps[lastWith(({ customer }) => customer !== null) ?? '']?.customer?.details ?? null,
    accountAskedFor: lastWith(({ accountMayExist }) => accountMayExist),
  };
}
