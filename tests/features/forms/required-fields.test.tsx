import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp, renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { linksIn, nothingPending } from '@tests/support/outcomes';
import { clinic, fillInProvider } from '@tests/support/sign-up';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';
import { BookingPane } from '@/pages/dashboard/sections/booking';
import { OrdersPane } from '@/pages/dashboard/sections/orders';
import { openClinic } from '../clinic/support';
import { openProfile } from '../patient-profile/support';

const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
  sessionStorage.clear();
});

interface OpenForm {
  readonly user: UserEvent;
  readonly form: HTMLElement;
  /** The name of the button that submits it. */
  readonly submit: string;
}

/** Opens each form; the table below has what it says when every field is blank. */
const open = {
  async 'Log In'() {
    const { user } = renderApp('/login');
    return { user, form: await screen.findByRole('main'), submit: 'Log In' };
  },
  async 'Forgot Password'() {
    const { user } = renderApp('/forgot-password');
    return { user, form: await screen.findByRole('main'), submit: 'Send Reset Link' };
  },
  async 'Reset Password'() {
    const { user } = renderApp('/reset-password/some-token');
    return { user, form: await screen.findByRole('main'), submit: 'Reset Password' };
  },
  async 'Register as Provider'() {
    const { user } = renderApp('/provider-signup');
    return { user, form: await screen.findByRole('main'), submit: 'Sign Up' };
  },
  async 'the verification code'() {
    const { user } = renderApp('/provider-signup');
    await fillInProvider(user);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    const code = await screen.findByLabelText('Verification Code');
    await server.mail.waitFor({ to: clinic.email, kind: 'otp' });
    return { user, form: code.closest('form') as HTMLElement, submit: 'Verify' };
  },
  async 'Register as Patient'() {
    const { user } = renderApp('/patient-signup');
    return { user, form: await screen.findByRole('main'), submit: 'Sign Up' };
  },
  async 'requesting a clinic'() {
    const { user } = renderApp('/patient-signup');
    await user.click(await screen.findByRole('checkbox', { name: /request clinic onboarding/ }));
    const form = await screen.findByRole('dialog', { name: 'Request your clinic' });
    return { user, form, submit: 'Send Request' };
  },
  async 'the clinic profile'() {
    const { user, panel } = await openClinic(server, 'Profile');
    await within(panel).findByLabelText('Provider Name');
    return { user, form: panel, submit: 'Update' };
  },
  async 'the lab'() {
    const { user, panel } = await openClinic(server, 'Sample Testing Lab');
    await within(panel).findByLabelText('Lab Name');
    return { user, form: panel, submit: 'Update' };
  },
  async 'the patient profile'() {
    const { user } = await openProfile(server);
    return { user, form: screen.getByRole('main'), submit: 'Update' };
  },
  async 'a row of Update Patients'() {
    await server.as('provider');
    writeStored('activePatientTab', 'Update Patients');
    const { user } = renderApp('/dashboard');
    await user.click(await screen.findByRole('button', { name: `Edit ${robin}` }));
    return { user, form: await screen.findByRole('form', { name: `Details of ${robin}` }), submit: 'Save' };
  },
  async 'Book Appointment'() {
    await server.as('provider');
    const { user, store } = renderPart(<OrdersPane onOpen={vi.fn()} />);
    await user.click(await screen.findByRole('button', { name: `Book appointment for ${robin}` }));
    const form = await screen.findByRole('dialog', { name: 'Book Appointment' });
    await nothingPending(store);
    return { user, form, submit: 'Send Invitation' };
  },
  async 'Book Appointment with a time slot'() {
    await server.as('provider');
    const { user, store } = renderPart(<BookingPane onOpen={vi.fn()} />);
    await user.click(await screen.findByRole('button', { name: `Book ${robin}` }));
    const form = await screen.findByRole('dialog', { name: 'Book Appointment' });
    await nothingPending(store);
    return { user, form, submit: 'Send Invitation' };
  },
  async 'Order Kit'() {
    await server.as('provider');
    const { user, store } = renderPart(<OrdersPane onOpen={vi.fn()} />);
    await user.click(await screen.findByRole('button', { name: `Order kit for ${robin}` }));
    const form = await screen.findByRole('dialog', { name: 'Order Kit' });
    await nothingPending(store);
    return { user, form, submit: 'Place Order' };
  },
} satisfies Record<string, () => Promise<OpenForm>>;

/** By hand: what each form says about each field that must not be blank, in the order on screen. */
const messages: Readonly<Record<keyof typeof open, Readonly<Record<string, string>>>> = {
  'Log In': {
    Email: 'Enter your email.',
    Password: 'Enter your password.',
  },
  'Forgot Password': {
    Email: 'Enter your email.',
  },
  'Reset Password': {
    'New Password': 'Password must be at least 8 characters long.',
  },
  'Register as Provider': {
    Email: 'Enter your email.',
    'Phone Number': 'Enter your phone number.',
    Password: 'Password must be at least 8 characters long.',
    'Provider Name': 'Enter your provider name.',
    Street: 'Enter your street address.',
    City: 'Enter your city.',
    'Postal Code': 'Enter your postal code.',
    State: 'Enter your state.',
    Country: 'Enter your country.',
    'I agree to the Terms and Conditions': 'Agree to the Terms and Conditions.',
  },
  'the verification code': {
    'Verification Code': 'Enter the verification code.',
  },
  'Register as Patient': {
    'First Name': 'Enter your first name.',
    'Last Name': 'Enter your last name.',
    Email: 'Enter your email.',
    Phone: 'Enter your phone number.',
    Password: 'Password must be at least 8 characters long.',
    Provider: 'Choose your provider.',
    'I agree to the Terms and Conditions': 'Agree to the Terms and Conditions.',
  },
  'requesting a clinic': {
    'Clinic Name': 'Enter your clinic’s name.',
    'Clinic Email': 'Enter your clinic’s email.',
    'Clinic Address': 'Enter your clinic’s address.',
    'Clinic Phone': 'Enter your clinic’s phone number.',
  },
  'the clinic profile': {
    'Provider Name': 'Enter your provider name.',
    Phone: 'Enter your phone number.',
    Street: 'Enter your street address.',
    City: 'Enter your city.',
    'Postal Code': 'Enter your postal code.',
    State: 'Enter your state.',
    Country: 'Enter your country.',
    'Estimated Patient Count': 'Choose your estimated patient count.',
  },
  'the lab': {
    'Lab Name': 'Enter the lab’s name.',
    'Lab Identification Number': 'Enter the lab’s identification number.',
    Phone: 'Enter the lab’s phone number.',
    Street: 'Enter a street address.',
    City: 'Enter a city.',
    'Postal Code': 'Enter a postal code.',
    State: 'Enter a state.',
    Country: 'Enter a country.',
    'Sample drop-off instructions': 'Enter the sample drop-off instructions.',
  },
  'the patient profile': {
    Name: 'Enter your name.',
    Phone: 'Enter your phone number.',
    Age: 'Enter your age.',
    Street: 'Enter your street address.',
    City: 'Enter your city.',
    'Postal Code': 'Enter your postal code.',
    State: 'Enter your state.',
    Country: 'Enter your country.',
    'Shipping Type': 'Choose a shipping type.',
    Frequency: 'Choose a frequency.',
    'Kit Type': 'Choose a kit.',
  },
  'a row of Update Patients': {
    Name: 'Enter the patient’s name.',
    Email: 'Enter the patient’s email.',
    Phone: 'Enter the patient’s phone number.',
  },
  'Book Appointment': {
    'Provider Type': 'Enter a provider type.',
    Date: 'Enter a date.',
    'Start Time': 'Enter a start time.',
    'End Time': 'Enter an end time.',
    'Meet Link': 'Enter a meet link.',
  },
  'Book Appointment with a time slot': {
    'Provider Type': 'Enter a provider type.',
    'Time Slot': 'Enter a time slot.',
    'Meet Link': 'Enter a meet link.',
  },
  'Order Kit': {
    Frequency: 'Choose a frequency.',
    'Kit Type': 'Choose a kit.',
  },
};

async function blank(user: UserEvent, field: HTMLElement) {
  if (field instanceof HTMLSelectElement) await user.selectOptions(field, '');
  else if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) await user.clear(field);
}

const labelsOfInvalid = (form: HTMLElement) =>
  [...form.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map(
    (control) => control.labels?.[0]?.textContent,
  );

/** The calls so far that may have changed something. */
const writes = () =>
  server.log
    .list()
    .map(({ operation }) => operation)
    .filter((operation) => !operation.startsWith('GET ') && operation !== 'POST /patient/track-kit-status');

describe('a required field that is blank', () => {
  const forms = Object.keys(open) as (keyof typeof open)[];
  it.each(forms)('says what to enter, also in the list of problems: %s', async (name) => {
    const { user, form, submit } = await open[name]();
    const expected = Object.entries(messages[name]);
    const inForm = within(form);
    for (const [label] of expected) await blank(user, await inForm.findByLabelText(label));
    const sent = writes();
    await user.click(screen.getByRole('button', { name: submit }));
    await waitFor(() => expect(labelsOfInvalid(form)).toEqual(expected.map(([label]) => label)));
    for (const [label, message] of expected)
      expect(inForm.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    const summary = inForm.queryByRole('region', { name: 'There is a problem' });
    if (summary !== null) expect(linksIn(summary)).toEqual(expected.map(([, message]) => message));
    expect(summary !== null).toBe(expected.length > 3 || name.startsWith('Book'));
    // The list of problems, or the first field.
    await waitFor(() => expect(summary ?? form.querySelector('[aria-invalid="true"]')).toHaveFocus());
    expect(writes()).toEqual(sent);
  });

  it('says what to enter in the address of a patient', async () => {
    const { user, form } = await open['a row of Update Patients']();
    const openAddress = () => user.click(within(form).getByRole('button', { name: /^Address: / }));
    const fields = ['Street', 'City', 'Postal Code', 'State', 'Country'];
    await openAddress();
    for (const label of fields) await user.clear(await screen.findByLabelText(label));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await within(form).findByText('Complete the address.')).toBeVisible();
    await openAddress();
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    expect(linksIn(await dialog.findByRole('region', { name: 'There is a problem' }))).toEqual([
      'Enter a street address.',
      'Enter a city.',
      'Enter a postal code.',
      'Enter a state.',
      'Enter a country.',
    ]);
    expect(dialog.getByLabelText('City')).toHaveAccessibleDescription('Enter a city.');
  });
});
