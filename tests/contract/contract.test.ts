import { describe, expect, it } from 'vitest';
import {
  type Failure,
  failureMessage,
  hasSent,
  isDenied,
  isFailure,
  isOutcomeUnknown,
  rejectedSignupField,
  reportsDuplicate,
  successMessage,
} from '@/contract';

const failed = (
  operation: Failure['operation'],
  kind: Failure['kind'],
  status: number | null = null,
  message: string | null = null,
): Failure => ({ tag: 'call-failure', operation, kind, status, message });

describe('an unknown outcome', () => {
  it.each([
    ['no answer to a write', failed('addLab', 'no-response')],
    ['an answer to a write that cannot be read', failed('sendInvitation', 'malformed', 201)],
    ['a wrong 2xx', failed('sendInvitation', 'unsuccessful', 200)],
    ['a wrong 2xx where two statuses are good', failed('forgotPassword', 'unsuccessful', 202)],
    ['a gateway without an answer of the server', failed('addLab', 'status', 504)],
    ['a gateway with a broken answer of the server', failed('addLab', 'status', 502)],
    ['a GET that stores something', failed('verifyPaymentSession', 'no-response')],
  ])('is %s', (_, error) => expect(isOutcomeUnknown(error)).toBe(true));

  it.each([
    ['a rejection', failed('addLab', 'status', 500)],
    ['a read that a gateway has no answer for', failed('fetchLabs', 'status', 504)],
    ['success: false', failed('sendInvitation', 'unsuccessful', 201)],
    ['a further good status with success: false', failed('forgotPassword', 'unsuccessful', 404)],
    ['no answer to a read', failed('fetchLabs', 'no-response')],
    ['a POST that reads', failed('trackKitStatus', 'malformed', 200)],
    ['a defect', new TypeError('undefined is not a function')],
  ])('is not %s', (_, error) => expect(isOutcomeUnknown(error)).toBe(false));
});

describe('a rejection because it exists already', () => {
  it.each([
    failed('requestClinic', 'status', 409),
    failed('createCustomer', 'status', 422, 'An account exists for this email'),
    failed('createCustomer', 'status', 422, 'Accounts with this phone number exist'),
    // A clinic has one lab.
    failed('addLab', 'status', 409),
    failed('addLab', 'status', 400),
    failed('addPatients', 'status', 400, 'A patient with this email already exists'),
    // §8 "Order": without a message a 400 reads "Order has already been placed for this patient."
    failed('requestAddressConfirmation', 'status', 400),
  ])('$operation $status $message', (error) => expect(reportsDuplicate(error)).toBe(true));

  it.each([
    failed('addPatients', 'status', 400, 'Enter a phone number'),
    // It creates nothing.
    failed('updateLab', 'status', 409),
    failed('requestAddressConfirmation', 'status', 400, 'Patient does not exist'),
    failed('createCustomer', 'status', 422, 'No such clinic exists'),
    failed('createCustomer', 'status', 422, 'The clinic doesn’t exist'),
    failed('createCustomer', 'status', 422, 'The clinic does not  yet  exist'),
    failed('addLab', 'status', 500),
    failed('requestAddressConfirmation', 'status', 403, 'Already asked'),
    failed('requestAddressConfirmation', 'status', 400, 'Unknown kit type'),
    failed('addLab', 'no-response'),
  ])('is not $operation $status $message', (error) => expect(reportsDuplicate(error)).toBe(false));
});

it.each([null, new TypeError('It exists already')])('a defect is no such rejection: %o', (defect) =>
  expect(reportsDuplicate(defect)).toBe(false),
);

it('what the server has is what was sent, whatever it has beside and whatever spaces it took off', () => {
  const stored = { name: 'Ada', age: 36, line2: null, authorized: 1 };
  expect(hasSent(stored, { name: ' Ada ', age: '36', line2: '' })).toBe(true);
  expect(hasSent(stored, { name: 'Ada', age: '37', line2: '' })).toBe(false);
  expect(hasSent({ name: 'Ada ', line2: '' }, { name: 'Ada', line2: null })).toBe(true);
});

it.each([
  null,
  undefined,
  'no-response',
  { operation: 'addLab', kind: 'status', status: 500, message: '' },
  new TypeError('kind'),
])('a failed call is not mistaken for %o', (caught) => {
  expect(isFailure(caught)).toBe(false);
  expect(failureMessage(caught)).toBeNull();
});

describe('a user who is not signed in', () => {
  it.each([
    ['a call that needs a token, with 401', failed('fetchPatients', 'status', 401)],
    ['the check of the user, with 401', failed('verifyUser', 'status', 401)],
    ['the check of the user, with status: false', failed('verifyUser', 'unsuccessful', 200)],
  ])('is reported by %s', (_, error) => expect(isDenied(error)).toBe(true));

  it.each([
    ['a wrong password', failed('login', 'status', 401)],
    ['a missing permission', failed('verifyUser', 'status', 403)],
    ['another 2xx', failed('verifyUser', 'unsuccessful', 202)],
    ['an unreadable answer', failed('verifyUser', 'malformed', 200)],
    ['an unsuccessful write', failed('sendInvitation', 'unsuccessful', 201)],
    ['no failure', null],
  ])('is not reported by %s', (_, error) => expect(isDenied(error)).toBe(false));
});

describe('the message of §8', () => {
  const order = 'requestAddressConfirmation';
  const unexpected = 'Unexpected error occurred. Please try again later.';
  it.each([
    [failed(order, 'status', 400), 'Order has already been placed for this patient.'],
    [failed(order, 'status', 400, ' '), 'Order has already been placed for this patient.'],
    [failed(order, 'status', 400, 'Unknown kit type'), 'Unknown kit type'],
    [failed(order, 'status', 403), 'Patient is not authorized.'],
    // This status is declared without a notice of its own.
    [failed(order, 'status', 404, 'There is no such patient'), unexpected],
    [failed(order, 'status', 418), unexpected],
    [failed(order, 'unsuccessful', 200), 'Failed to process the request'],
    [failed(order, 'no-response'), 'Network error. Please check your connection and try again.'],
    [failed(order, 'malformed', 200), unexpected],
    [failed('addLab', 'status', 500, 'Out of memory'), 'Error adding lab, please try again later!'],
    [failed('verifyUser', 'status', 500, 'Out of memory'), null],
  ])('for %o is %j', (error, message) => expect(failureMessage(error)).toBe(message));

  it('for a success is the text to show, or none', () => {
    expect(successMessage('addLab')).toBe('Lab added successfully');
    expect(successMessage(order)).toBe('Address confirmation requested.');
    expect(successMessage('verifyUser')).toBeNull();
    expect(successMessage('forgotPassword')).toBe(
      'If the email is registered, a verification link has been sent!',
    );
  });
});

describe('the field that a rejected sign-up names', () => {
  const rejected = (message: string | null) => failed('clinicSignup', 'status', 422, message);
  it.each([
    ['The phone number is too short', 'phone'],
    ['Email is not valid', 'email'],
    ['No such Postal code', 'postalCode'],
    ['This ZIP is not in Ohio', 'postalCode'],
  ])('for "%s" is %s', (message, field) => expect(rejectedSignupField(rejected(message))).toBe(field));

  it.each([
    ['a message that mentions none', rejected('Not accepted')],
    ['no message', rejected(null)],
    [
      'an error of the server, whatever it mentions',
      failed('clinicSignup', 'status', 500, 'No email was sent'),
    ],
    ['a call without a response', failed('clinicSignup', 'no-response', null, 'email')],
  ])('is none for %s', (_, failure) => expect(rejectedSignupField(failure)).toBeNull());

  it('is also read from the message of a code that was not sent', () =>
    expect(rejectedSignupField(failed('sendOtp', 'status', 400, 'This email is already registered'))).toBe(
      'email',
    ));
});
