import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fillIn } from './fill-in';

/** A clinic's registration. */
export const clinic = {
  email: 'front.desk@harbor-clinic.example.com',
  phone: '+12125550123',
  password: 'Harbor1!',
  name: 'Harbor Clinic of Boston',
  street: '12 Long Wharf',
  city: 'Boston',
  postalCode: '02110',
  state: 'MA',
  country: 'USA',
} as const;

/** A patient's registration. */
export const person = {
  firstName: 'Ada',
  lastName: 'Marsh',
  email: 'ada.marsh@example.com',
  phone: '+16175550199',
  password: 'Marsh1!aa',
} as const;

/** Agrees in the modal, which is the only way to tick the terms box. */
export async function agreeToTerms(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('checkbox', { name: /I agree to the Terms/ }));
  const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
  await user.click(within(terms).getByRole('button', { name: 'I agree' }));
}

export async function fillInProvider(user: UserEvent, typed: typeof clinic = clinic): Promise<void> {
  await fillIn(document.body, {
    Email: typed.email,
    'Phone Number': typed.phone,
    Password: typed.password,
    'Confirm Password': typed.password,
    'Provider Name': typed.name,
    Street: typed.street,
    City: typed.city,
    'Postal Code': typed.postalCode,
    State: typed.state,
    Country: typed.country,
  });
  await agreeToTerms(user);
}

/** Fills in the form except for the provider and the terms. */
export const fillInPerson = (): Promise<void> =>
  fillIn(document.body, {
    'First Name': person.firstName,
    'Last Name': person.lastName,
    Email: person.email,
    Phone: person.phone,
    Password: person.password,
    'Confirm Password': person.password,
  });

export async function fillInPatient(user: UserEvent, clinicName: string): Promise<void> {
  await fillInPerson();
  await user.selectOptions(
    await screen.findByLabelText('Provider'),
    await screen.findByRole('option', { name: clinicName }),
  );
  await agreeToTerms(user);
}
