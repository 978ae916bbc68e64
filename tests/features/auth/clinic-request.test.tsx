import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { agreeToTerms, fillInPerson, person } from '@tests/support/sign-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApp } from '@/app/app';
import { readStored } from '@/lib/storage';

const requesting = 'POST /clinic/request-clinic';
const formValues = {
  'Clinic Name': 'Harbor Clinic of Boston',
  'Clinic Email': 'front.desk@harbor-clinic.example.com',
  'Clinic Address': '12 Long Wharf, Boston, MA 02110',
  'Clinic Phone': '+16175550100',
} as const;

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const box = () => screen.findByRole('checkbox', { name: /request clinic onboarding/ });

async function openPopup() {
  const app = renderApp('/patient-signup');
  await app.user.click(await box());
  const popup = await screen.findByRole('dialog', { name: 'Request your clinic' });
  return { ...app, popup };
}

async function fillInAndSend(user: UserEvent, popup: HTMLElement) {
  await fillIn(popup, formValues);
  await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
}

/** Closes the popup and opens it again. */
async function reopen(user: UserEvent, popup: HTMLElement) {
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await box());
  return screen.findByRole('dialog', { name: 'Request your clinic' });
}

async function requestClinic() {
  const { popup, ...app } = await openPopup();
  await fillInAndSend(app.user, popup);
  await screen.findByRole('dialog', { name: 'Your request has been sent!' });
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return app;
}

describe('requesting a clinic that is not in the list', () => {
  it('sends the request without a signed-in user, confirms it, and ticks the box', async () => {
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    const sent = await screen.findByRole('dialog', { name: 'Your request has been sent!' });
    expect(within(sent).getByText('You can sign up now')).toHaveFocus();
    expect(callsTo(server, requesting).map(({ request }) => request)).toEqual([
      {
        body: {
          clinicName: formValues['Clinic Name'],
          clinicEmail: formValues['Clinic Email'],
          clinicAddress: formValues['Clinic Address'],
          clinicPhone: formValues['Clinic Phone'],
        },
      },
    ]);
    // The form behind the popup was not submitted.
    expect(screen.queryByText(/^Enter your /)).toBeNull();
    await user.click(within(sent).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).toBeChecked();
  });

  it('keeps what was sent when the popup is closed after a failure, and shows only what is still unknown', async () => {
    server.set(requesting, '500', { times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await within(popup).findByRole('alert');
    const again = await reopen(user, popup);
    expect(within(again).queryByRole('alert')).toBeNull();
    for (const [label, text] of Object.entries(formValues))
      expect(within(again).getByLabelText(label)).toHaveValue(text);
    server.set(requesting, 'ok.lost', { times: 1 });
    await user.click(within(again).getByRole('button', { name: 'Send Request' }));
    const mayBeSent = /^We didn’t get a response, so your request may have been sent\./;
    await within(again).findByText(mayBeSent);
    const last = await reopen(user, again);
    expect(within(last).getByText(mayBeSent)).toBeVisible();
    expect(within(last).getByLabelText('Clinic Name')).toHaveValue(formValues['Clinic Name']);
    expect(callsTo(server, requesting)).toHaveLength(2);
  });

  it('lets the patient sign up without a provider', async () => {
    const { user } = await requestClinic();
    await fillInPerson();
    await agreeToTerms(user);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    const mail = await server.mail.waitFor({ to: person.email, kind: 'otp' });
    await user.type(await screen.findByLabelText('Verification Code'), mail.code ?? '');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('You are registered successfully')).toBeVisible();
    expect(callsTo(server, 'POST /auth/patient-signup').map(({ request }) => request)).toMatchObject([
      { body: { clinicId: 'C000', insuranceOption: 'yes', email: person.email } },
    ]);
  });

  it('takes the tick away when a provider is chosen after all', async () => {
    const { user } = await requestClinic();
    const provider = screen.getByLabelText('Provider');
    const [, first] = await within(provider).findAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(provider, first?.value ?? '');
    expect(await box()).not.toBeChecked();
    expect(provider).toHaveValue(first?.value);
  });

  it('needs no second request after a reload', async () => {
    const { unmount } = await requestClinic();
    unmount();
    const { user } = renderApp('/patient-signup');
    await user.click(await box());
    await user.click(await box());
    expect(await box()).toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsTo(server, requesting)).toHaveLength(1);
  });

  it.each([
    ['500', null],
    ['ok', 'sent'],
    ['lost', 'sending'],
  ])('keeps what became of it if the page is left before the answer %s', async (branch, stored) => {
    const answers = pauseResponses(server, { name: 'requestClinic', operation: requesting }, [branch]);
    const { user, popup, unmount } = await openPopup();
    await fillInAndSend(user, popup);
    await answers.decided();
    unmount();
    await answers.releaseNext();
    await nothingPending(getApp().store);
    expect(readStored('clinicRequest')).toBe(stored);
  });

  it('leaves the box alone when the popup is closed', async () => {
    const { user, popup } = await openPopup();
    await user.click(within(popup).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).not.toBeChecked();
    expect(callsTo(server, requesting)).toEqual([]);
  });

  it('shows that it is being sent, and sends it once', async () => {
    server.set(requesting, 'ok', { delay: 400, times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    expect(within(popup).getByRole('button', { name: 'Sending request...' })).toBeDisabled();
    // Submits the form although its button is disabled.
    fireEvent.submit(within(popup).getByLabelText('Clinic Name'));
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Your request has been sent!' })).toBeVisible();
    expect(callsTo(server, requesting)).toHaveLength(1);
  });
});
