import { both, type Entry, inPage, silent, toast, unanswered } from './rows';

/** The messages of public pages: sign-up, sign-in, the pages behind mails and the checkout, chat. */

const badInput = 'Validation error. Please check your inputs.';
const signUp = {
  '400': both(badInput),
  '400.match1': both('Invalid phone number'),
  '400.match2': both('Invalid email address'),
  '400.match3': both('Invalid postal code'),
  '422': both(badInput),
  '422.match1': both('Invalid phone number'),
  '422.match2': both('Invalid email address'),
  '422.match3': both('Invalid postal code'),
  '500': both('Server error during signup'),
  'wrong-2xx': both('Server error during signup'),
  ...unanswered(both('Network error. Please try again later')),
};

export const publicPages = {
  'POST /api/chat': {
    toasts: 'top-right',
    rows: {
      ok: silent,
      '400': silent,
      '500': silent,
      'wrong-2xx': silent,
      malformed: silent,
      ...unanswered(silent),
    },
  },
  'GET /auth/verify-user': {
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': silent,
      '401': silent,
      '500': silent,
      'wrong-2xx': silent,
      malformed: silent,
      network: silent,
      timeout: silent,
    },
  },
  'POST /auth/login': {
    toasts: 'top-right',
    rows: {
      ok: toast('Login successful'),
      '400': both('Invalid email or password'),
      '500': both('Server error. Please try again later'),
      'wrong-2xx': both('Server error. Please try again later'),
      malformed: both('Server error. Please try again later'),
      ...unanswered(both('Server error. Please try again later')),
    },
  },
  'POST /auth/logout': {
    toasts: 'top-right',
    rows: {
      ok: silent,
      '400': silent,
      '401': silent,
      '500': silent,
      'wrong-2xx': silent,
      ...unanswered(silent),
    },
  },
  'POST /auth/forgot-password': {
    toasts: 'top-right',
    rows: {
      ok: both('If the email is registered, a verification link has been sent!'),
      'ok.404': both('If the email is registered, a verification link has been sent!'),
      '400': both('Server error, please try again later'),
      '500': both('Server error, please try again later'),
      'wrong-2xx': both('Server error, please try again later'),
      ...unanswered(both('An Error Occured, please try again later!')),
    },
  },
  'POST /auth/reset-password/{token}': {
    toasts: 'top-right',
    rows: {
      ok: both('Password updated successfully'),
      '400': both('Invalid or expired link'),
      '500': both('Server error, please try again later'),
      'wrong-2xx': both('Server error, please try again later'),
      malformed: both('Server error, please try again later'),
      ...unanswered(both('Server error, please try again later')),
    },
  },
  'POST /order/confirm-address-order-kit': {
    toasts: 'top-right',
    rows: {
      ok: {
        toast: 'Address confirmed successfully! Your order is being processed.',
        inPage: 'Address Confirmed',
      },
      '400': both('Invalid or expired token. Please request a new confirmation link.'),
      '500': both('Server encountered an issue. Please try again later.'),
      'soft-fail': both('The server declined this request.'),
      'soft-fail.noMessage': both('Invalid or expired token. Please request a new confirmation link.'),
      'wrong-2xx': both('Invalid or expired token. Please request a new confirmation link.'),
      malformed: both('Server encountered an issue. Please try again later.'),
      ...unanswered(both('Unable to connect to the server. Please check your internet connection.')),
    },
  },
  'GET /payment/payment-success': {
    toasts: 'top-right',
    rows: {
      ok: inPage('Payment method saved successfully!'),
      '400': { toast: 'Failed to verify payment session', inPage: 'Failed to process payment!' },
      '500': { toast: 'Failed to verify payment session', inPage: 'Failed to process payment!' },
      'soft-fail': { toast: 'Failed to verify payment session', inPage: 'Failed to process payment!' },
      'wrong-2xx': { toast: 'Failed to verify payment session', inPage: 'Failed to process payment!' },
      malformed: { toast: 'Error verifying payment session', inPage: 'Something Went Wrong' },
      ...unanswered({ toast: 'Error verifying payment session', inPage: 'Something Went Wrong' }),
    },
  },
  'POST /auth/send-otp': {
    toasts: 'top-center',
    rows: {
      ok: toast('Code sent to your email!'),
      '400': both('This email is already registered'),
      '400.noMessage': both('Error sending  Code. Please try again later!'),
      '500': both('Error sending  Code. Please try again later!'),
      'wrong-2xx': both('Error sending  Code. Please try again later!'),
      ...unanswered(both('Error sending  Code. Please try again later!')),
    },
  },
  'POST /auth/verify-otp': {
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': both('Invalid  Code, Please try again.'),
      '500': both('Invalid  Code, Please try again.'),
      'soft-fail': both('Invalid  Code, Please try again.'),
      'wrong-2xx': both('Invalid  Code, Please try again.'),
      malformed: both('Invalid  Code, Please try again.'),
      ...unanswered(both('Invalid  Code, Please try again.')),
    },
  },
  'POST /shopify/create-customer': { toasts: 'top-center', rows: { ok: silent, ...signUp } },
  'POST /auth/clinic-signup': {
    toasts: 'top-center',
    rows: { ok: toast('You are registered successfully'), ...signUp },
  },
  'POST /auth/patient-signup': {
    toasts: 'top-center',
    rows: { ok: toast('You are registered successfully'), ...signUp },
  },
  'GET /clinic/fetch-clinics': {
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': inPage('We couldn’t load the providers.'),
      '500': inPage('We couldn’t load the providers.'),
      'wrong-2xx': inPage('We couldn’t load the providers.'),
      malformed: inPage('We couldn’t load the providers.'),
      network: inPage('We couldn’t load the providers.'),
      timeout: inPage('We couldn’t load the providers.'),
    },
  },
  'POST /clinic/request-clinic': {
    toasts: 'top-center',
    rows: {
      ok: inPage('Your request has been sent!'),
      '400': both('Error sending clinic request, please try again later!'),
      '500': both('Error sending clinic request, please try again later!'),
      'wrong-2xx': both('Error sending clinic request, please try again later!'),
      ...unanswered(both('Server error, please try again later!')),
    },
  },
} as const satisfies Readonly<Record<string, Entry>>;
