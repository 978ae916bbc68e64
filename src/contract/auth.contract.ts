import { ignoredBody, matchMessage, serverMessage, silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { defaultInsuranceOption, providerPhoneMaxLength } from './constants';
import { authToken, clinicId, clinicListItem, verifiedUser } from './entities';
import {
  brokenPasswordRules,
  emailText,
  exactText,
  optionalText,
  postalAddress,
  requiredText,
  successInAnswer,
} from './fields';
import { everyFailure, operation, saysExists } from './operation';

/** Sessions, sign-up and password reset (§7, §8). */

/** A password that satisfies §5; the issue's message is the first rule that it breaks. */
export const newPassword = z.string().check(
  z.superRefine((password, context) => {
    const [first] = brokenPasswordRules(password);
    if (first !== undefined) context.addIssue({ code: 'custom', message: first });
  }),
);

export const providerSignup = z.object({
  email: emailText,
  password: newPassword,
  clinicName: requiredText,
  ...postalAddress,
  phoneNumber: requiredText.check(z.maxLength(providerPhoneMaxLength)),
});
export type ProviderSignup = z.output<typeof providerSignup>;

export const patientSignup = z.object({
  firstName: requiredText,
  lastName: requiredText,
  email: emailText,
  phone: requiredText,
  password: newPassword,
  insuranceOption: z._default(z.string(), defaultInsuranceOption),
  clinicId,
});
export type PatientSignup = z.output<typeof patientSignup>;

const customer = {
  firstName: requiredText,
  /** Empty for a provider whose name is one word (§Notes). */
  lastName: optionalText,
  email: emailText,
  phone: requiredText,
  password: newPassword,
};

export const providerCustomer = z.object({
  ...customer,
  tag: z.literal('provider'),
  acceptsMarketing: z.literal(true),
  address1: requiredText,
  city: requiredText,
  province: requiredText,
  country: requiredText,
  zip: requiredText,
});

export const patientCustomer = z.object({ ...customer, tag: z.literal('patient') });

/** The store customer, created before the account (§3). */
const storeCustomer = z.discriminatedUnion('tag', [providerCustomer, patientCustomer]);
export type StoreCustomer = z.output<typeof storeCustomer>;

export const clinicRequest = z.object({
  clinicName: requiredText,
  clinicEmail: emailText,
  clinicAddress: requiredText,
  clinicPhone: requiredText,
});
export type ClinicRequest = z.output<typeof clinicRequest>;

/** The fields that the server rejects at sign-up, recognized by what its message mentions (§5). */
export const signupFieldErrors = [
  { field: 'phone', mentions: /phone/i, text: 'Invalid phone number' },
  { field: 'email', mentions: /email/i, text: 'Invalid email address' },
  { field: 'postalCode', mentions: /postal|zip/i, text: 'Invalid postal code' },
] as const;
export type SignupField = (typeof signupFieldErrors)[number]['field'];

const invalidSignupInput = {
  notice: matchMessage(signupFieldErrors, 'Validation error. Please check your inputs.'),
  example: 'The request could not be processed',
} as const;

const signupFailures = {
  errorResponses: {
    400: invalidSignupInput,
    422: invalidSignupInput,
    500: { notice: text('Server error during signup'), example: 'Internal error' },
  },
  failureNotices: {
    otherStatus: text('Server error during signup'),
    noResponse: text('Network error. Please try again later'),
    thrown: text('Server error during signup'),
  },
} as const;

const codeNotSent = 'Error sending  Code. Please try again later!';
const wrongCode = 'Invalid  Code, Please try again.';
const resetRequested = 'If the email is registered, a verification link has been sent!';

export const authContract = {
  verifyUser: operation({
    operation: 'GET /auth/verify-user',
    auth: 'required',
    host: 'api',
    ok: { status: 200, body: verifiedUser },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['Session'],
  }),
  sendOtp: operation({
    operation: 'POST /auth/send-otp',
    auth: 'none',
    host: 'api',
    body: z.object({ email: emailText, phoneNumber: requiredText }),
    ok: { status: 200, body: ignoredBody },
    errorResponses: {
      400: { notice: serverMessage(codeNotSent), example: 'This email is already registered' },
    },
    notices: { ok: text('Code sent to your email!'), ...everyFailure(text(codeNotSent)) },
    toasts: 'top-center',
  }),
  verifyOtp: operation({
    operation: 'POST /auth/verify-otp',
    auth: 'none',
    host: 'api',
    body: z.object({ email: emailText, otp: requiredText }),
    ok: { status: 200, body: z.object({ success: successInAnswer, message: z.optional(z.string()) }) },
    softFails: true,
    notices: { ok: silent, ...everyFailure(text(wrongCode)) },
    toasts: 'top-center',
  }),
  createCustomer: operation({
    operation: 'POST /shopify/create-customer',
    auth: 'none',
    host: 'api',
    body: storeCustomer,
    ok: { status: 201, body: ignoredBody },
    errorResponses: signupFailures.errorResponses,
    notices: { ok: silent, ...signupFailures.failureNotices },
    toasts: 'top-center',
    existsAlready: saysExists,
  }),
  clinicSignup: operation({
    operation: 'POST /auth/clinic-signup',
    auth: 'none',
    host: 'api',
    body: providerSignup,
    ok: { status: 201, body: ignoredBody },
    errorResponses: signupFailures.errorResponses,
    notices: { ok: text('You are registered successfully'), ...signupFailures.failureNotices },
    toasts: 'top-center',
    writes: ['Clinics'],
    existsAlready: saysExists,
  }),
  patientSignup: operation({
    operation: 'POST /auth/patient-signup',
    auth: 'none',
    host: 'api',
    body: patientSignup,
    ok: { status: 201, body: ignoredBody },
    errorResponses: signupFailures.errorResponses,
    notices: { ok: text('You are registered successfully'), ...signupFailures.failureNotices },
    toasts: 'top-center',
    existsAlready: saysExists,
  }),
  login: operation({
    operation: 'POST /auth/login',
    auth: 'none',
    host: 'api',
    body: z.object({ email: emailText, password: exactText }),
    ok: { status: 200, body: z.object({ token: authToken }) },
    errorResponses: { 400: { notice: text('Invalid email or password'), example: 'Invalid credentials' } },
    notices: { ok: text('Login successful'), ...everyFailure(text('Server error. Please try again later')) },
    toasts: 'top-right',
  }),
  logout: operation({
    operation: 'POST /auth/logout',
    auth: 'required',
    host: 'api',
    ok: { status: 200, body: ignoredBody },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-right',
  }),
  forgotPassword: operation({
    operation: 'POST /auth/forgot-password',
    auth: 'none',
    host: 'api',
    body: z.object({ email: emailText }),
    ok: { status: 200, alsoGood: [404], body: ignoredBody },
    notices: {
      ok: text(resetRequested),
      otherStatus: text('Server error, please try again later'),
      noResponse: text('An Error Occured, please try again later!'),
      thrown: text('An Error Occured, please try again later!'),
    },
    toasts: 'top-right',
  }),
  resetPassword: operation({
    operation: 'POST /auth/reset-password/{token}',
    auth: 'none',
    host: 'api',
    path: z.object({ token: z.string() }),
    body: z.object({ password: newPassword }),
    ok: { status: 200, body: ignoredBody },
    errorResponses: { 400: { notice: text('Invalid or expired link'), example: 'Token expired' } },
    notices: {
      ok: serverMessage('Password updated successfully'),
      ...everyFailure(text('Server error, please try again later')),
    },
    toasts: 'top-right',
  }),
  fetchClinics: operation({
    operation: 'GET /clinic/fetch-clinics',
    auth: 'optional',
    host: 'api',
    ok: { status: 200, body: z.array(clinicListItem) },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['Clinics'],
  }),
  requestClinic: operation({
    operation: 'POST /clinic/request-clinic',
    auth: 'optional',
    host: 'api',
    body: clinicRequest,
    ok: { status: 200, body: ignoredBody },
    notices: {
      ok: silent,
      otherStatus: text('Error sending clinic request, please try again later!'),
      noResponse: text('Server error, please try again later!'),
      thrown: text('Server error, please try again later!'),
    },
    toasts: 'top-center',
    existsAlready: saysExists,
  }),
} as const;
