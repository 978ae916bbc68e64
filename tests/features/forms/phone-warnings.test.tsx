import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { fillInProvider } from '@tests/support/sign-up';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';
import { openClinic } from '../clinic/support';
import { openProfile } from '../patient-profile/support';

/** Every field for a phone number by SPEC §2. */
const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
  sessionStorage.clear();
});

const warning = /^Check this phone number and its country code\./;

async function openTab(tab: 'Profile' | 'Sample Testing Lab') {
  const view = await openClinic(server, tab);
  return { ...view, phone: await within(view.panel).findByLabelText('Phone') };
}

/** Opens each form, and finds its phone field. */
const forms: Readonly<Record<string, () => Promise<{ user: UserEvent; phone: HTMLElement }>>> = {
  async 'Register as Provider'() {
    const view = renderApp('/provider-signup');
    return { ...view, phone: await screen.findByLabelText('Phone Number') };
  },
  async 'Register as Patient'() {
    const view = renderApp('/patient-signup');
    return { ...view, phone: await screen.findByLabelText('Phone') };
  },
  async 'requesting a clinic'() {
    const view = renderApp('/patient-signup');
    await view.user.click(await screen.findByRole('checkbox', { name: /request clinic onboarding/ }));
    const popup = await screen.findByRole('dialog', { name: 'Request your clinic' });
    return { ...view, phone: within(popup).getByLabelText('Clinic Phone') };
  },
  'the clinic profile': () => openTab('Profile'),
  'the lab': () => openTab('Sample Testing Lab'),
  async 'the patient profile'() {
    const view = await openProfile(server);
    return { ...view, phone: screen.getByLabelText('Phone') };
  },
  async 'Update Patients'() {
    await server.as('provider');
    writeStored('activePatientTab', 'Update Patients');
    const view = renderApp('/dashboard');
    await view.user.click(await screen.findByRole('button', { name: `Edit ${robin}` }));
    return { ...view, phone: await screen.findByLabelText('Phone') };
  },
};

describe('a phone number that can’t be one', () => {
  it.each(Object.entries(forms))('is pointed out in %s, and is no error', async (_, open) => {
    const { user, phone } = await open();
    await user.clear(phone);
    await user.type(phone, '12');
    expect(phone).toHaveAccessibleDescription(warning);
    expect(phone).not.toBeInvalid();
    await user.clear(phone);
    await user.type(phone, '+12065550123');
    expect(phone).not.toHaveAccessibleDescription(warning);
  });

  it('is sent all the same when a provider signs up: the server decides', async () => {
    const { user } = renderApp('/provider-signup');
    await fillInProvider(user);
    const phone = screen.getByLabelText('Phone Number');
    await user.clear(phone);
    await user.type(phone, '12');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await expectToast('Invalid phone number');
    expect(callsTo(server, 'POST /auth/send-otp').map(({ request }) => request)).toMatchObject([
      { body: { phoneNumber: '12' } },
    ]);
  });
});
