import { describe, expect, it } from 'vitest';
import {
  fieldMessages,
  notLoaded,
  notSaved,
  onlyProviders,
  outcomeUnknown,
  paymentMessages,
  validationMessages,
} from '@/contract';
import { matchMessage, serverMessage, silent, text, textOf } from '@/contract/declaration/notice';

describe('the texts of SPEC, typed out by hand', () => {
  it('§5: input that is rejected before a call', () =>
    expect(validationMessages).toEqual({
      requiredFields: 'Please enter all the required fields.',
      addPatients: 'Please enter all the details of patient.',
      updatePatient: 'Please enter all the details of the patient.',
      noPatientSelected: 'No patients selected for authorization update.',
      passwordMismatch: 'Passwords do not match',
      billingIncomplete: 'Please add your card details and lab details before placing orders.',
      profileIncomplete:
        'Please complete your profile to be authenticated by clinics and receive your test kits.',
    }));

  it('§2: the payment pages', () =>
    expect(paymentMessages).toEqual({
      saved: 'Payment method saved successfully!',
      wentWrong: 'Something Went Wrong',
      failed: 'Failed to process payment!',
      cancelled: 'Payment Cancelled',
      missingSession: 'Missing session ID',
      cancellationFailed: 'Failed to process cancellation!',
    }));

  it('§4: the reply to a patient', () =>
    expect(onlyProviders).toBe('Right now, we are only onboarding providers'));
});

describe('our own texts', () => {
  it.each(Object.entries(outcomeUnknown))(
    'never claim that a call without a response failed: %s',
    (_, said) => expect(said).toMatch(/may or may not have been (saved|placed|sent)/),
  );

  it('say what to do about it', () => {
    expect(outcomeUnknown.typed).toContain('you can save them again');
    expect(outcomeUnknown.listed).toContain('what the server has now');
    expect(notSaved).toContain('Try again');
  });

  it('say what a field takes, and what could not be loaded', () => {
    expect(fieldMessages.email).toContain('name@example.com');
    expect(fieldMessages.age).toContain('0 to 120');
    expect(fieldMessages.meetLink).toContain('https://');
    expect(notLoaded('your patients')).toContain('your patients');
  });
});

describe('the text for an outcome', () => {
  it('is fixed, or the server’s own if it sent one that is not blank', () => {
    expect(textOf(text('Done'), 'OK')).toBe('Done');
    expect(textOf(serverMessage('Failed'), 'No lab yet')).toBe('No lab yet');
    for (const blank of [null, '', ' ']) expect(textOf(serverMessage('Failed'), blank)).toBe('Failed');
    expect(textOf(silent, 'No lab yet')).toBeNull();
  });

  it('is chosen by what the server’s message mentions', () => {
    const cases = [
      { mentions: /phone/, text: 'Invalid phone number' },
      { mentions: /mail/, text: 'Invalid email address' },
    ];
    const notice = matchMessage(cases, 'Validation error');
    expect(textOf(notice, 'the email or phone is wrong')).toBe('Invalid phone number');
    expect(textOf(notice, 'no such mailbox')).toBe('Invalid email address');
    expect(textOf(notice, 'wrong')).toBe('Validation error');
    const matchesAll = matchMessage([{ mentions: /null|^/, text: 'Any' }], 'None');
    expect(textOf(matchesAll, null)).toBe('None');
  });

  it('is a toast unless the screen shows it', () => {
    for (const notice of [text('a'), serverMessage('a'), matchMessage([], 'a')])
      expect(notice).toMatchObject({ placement: 'toast' });
    expect(text('a', 'page')).toMatchObject({ placement: 'page' });
  });
});
