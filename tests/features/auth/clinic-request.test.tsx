import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { holdAnswers } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, focusedErrorSummary, linksIn, nothingPending, toastText } from '@tests/support/outcomes';
import { agreeToTerms, fillInPatient, fillInPerson, person } from '@tests/support/sign-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApp } from '@/features/api/app';
import { readStored } from '@/lib/storage';

const requesting = 'POST /clinic/request-clinic';
const wanted = {
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
  await fillIn(user, popup, wanted);
  await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
}

/** Closes the popup and opens it again. */
async function reopen(user: UserEvent, popup: HTMLElement) {
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await box());
  return screen.findByRole('dialog', { name: 'Request your clinic' });
}

/** The server rejects the next request because it has it already. */
function rejectNextAsSent(): void {
  vi.spyOn(server.engine, 'answer').mockResolvedValueOnce({
    kind: 'answer',
    status: 409,
    body: { message: 'This request was sent already' },
  });
}

/** The box behind the popup. */
const checkedBox = () => screen.findByRole('checkbox', { name: /request clinic onboarding/, hidden: true });

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
          clinicName: wanted['Clinic Name'],
          clinicEmail: wanted['Clinic Email'],
          clinicAddress: wanted['Clinic Address'],
          clinicPhone: wanted['Clinic Phone'],
        },
      },
    ]);
    await user.click(within(sent).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).toBeChecked();
  });

  it('goes on without a second request where the answer to the first got lost', async () => {
    server.set(requesting, 'ok.lost', { times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await within(popup).findByText(/^We didn’t get a response, so your request may have been sent\./);
    await user.click(within(popup).getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).toBeChecked();
    expect(server.db.list('clinicRequests')).toHaveLength(1);
  });

  it('counts as sent if the next try finds that the first one, whose answer got lost, arrived', async () => {
    server.set(requesting, 'ok.lost', { times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await within(popup).findByText(/^We didn’t get a response, so your request may have been sent\./);
    rejectNextAsSent();
    await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByRole('dialog', { name: 'Your request has been sent!' })).toBeVisible();
    expect(toastText()).not.toContain('Error sending clinic request, please try again later!');
    expect(await checkedBox()).toBeChecked();
    expect(server.db.list('clinicRequests')).toHaveLength(1);
  });

  it('still says that it may have been sent after another try has failed for certain', async () => {
    server.set(requesting, ['ok.lost', '500']);
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    const mayBeSent = /^We didn’t get a response, so your request may have been sent\./;
    await within(popup).findByText(mayBeSent);
    await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
    await waitFor(() => expect(callsTo(server, requesting).at(-1)?.branch).toBe('500'));
    await waitFor(() =>
      expect(toastText()).toContain('Error sending clinic request, please try again later!'),
    );
    const again = await reopen(user, popup);
    expect(within(again).getByText(mayBeSent)).toBeVisible();
    expect(within(again).getByRole('button', { name: 'Continue without it' })).toBeVisible();
    expect(server.db.list('clinicRequests')).toHaveLength(1);
  });

  it('keeps what was sent when the popup is closed after a failure, and shows only what is still unknown', async () => {
    server.set(requesting, '500', { times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await within(popup).findByRole('alert');
    const again = await reopen(user, popup);
    expect(within(again).queryByRole('alert')).toBeNull();
    for (const [label, text] of Object.entries(wanted))
      expect(within(again).getByLabelText(label)).toHaveValue(text);
    server.set(requesting, 'ok.lost', { times: 1 });
    await user.click(within(again).getByRole('button', { name: 'Send Request' }));
    const mayBeSent = /^We didn’t get a response, so your request may have been sent\./;
    await within(again).findByText(mayBeSent);
    const last = await reopen(user, again);
    expect(within(last).getByText(mayBeSent)).toBeVisible();
    expect(within(last).getByLabelText('Clinic Name')).toHaveValue(wanted['Clinic Name']);
    expect(callsTo(server, requesting)).toHaveLength(2);
  });

  it('keeps what was typed when the popup is closed before it was sent', async () => {
    const { user, popup } = await openPopup();
    await user.type(within(popup).getByLabelText('Clinic Name'), wanted['Clinic Name']);
    await user.click(within(popup).getByLabelText('Clinic Phone'));
    await user.paste(wanted['Clinic Phone']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await box());
    const again = await screen.findByRole('dialog', { name: 'Request your clinic' });
    expect(within(again).getByLabelText('Clinic Name')).toHaveValue(wanted['Clinic Name']);
    expect(within(again).getByLabelText('Clinic Phone')).toHaveValue(wanted['Clinic Phone']);
    expect(within(again).queryByRole('alert')).toBeNull();
  });

  it('lets the patient sign up without a provider', async () => {
    const { user } = await requestClinic();
    await fillInPerson(user);
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

  it('submits nothing of the sign-up form behind the popup', async () => {
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await screen.findByRole('dialog', { name: 'Your request has been sent!' });
    expect(screen.queryByText(/^Enter your /)).toBeNull();
  });

  it('takes the tick away when a provider is chosen after all', async () => {
    const { user } = await requestClinic();
    const provider = screen.getByLabelText('Provider');
    const [, first] = await within(provider).findAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(provider, first?.value ?? '');
    expect(await box()).not.toBeChecked();
    expect(provider).toHaveValue(first?.value);
  });

  it('asks once: a box that is ticked again needs no second request', async () => {
    const { user } = await requestClinic();
    await user.click(await box());
    expect(await box()).not.toBeChecked();
    await user.click(await box());
    expect(await box()).toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsTo(server, requesting)).toHaveLength(1);
  });

  it('is still requested after a reload', async () => {
    const { unmount } = await requestClinic();
    unmount();
    renderApp('/patient-signup');
    expect(await box()).toBeChecked();
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

  it('shows after a reload that an earlier request, whose answer got lost, may have been sent', async () => {
    server.set(requesting, 'ok.lost', { times: 1 });
    const first = await openPopup();
    await fillInAndSend(first.user, first.popup);
    const mayBeSent = /^We didn’t get a response, so your request may have been sent\./;
    await within(first.popup).findByText(mayBeSent);
    first.unmount();
    const { user, popup } = await openPopup();
    expect(within(popup).getByText(mayBeSent)).toBeVisible();
    await user.click(within(popup).getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).toBeChecked();
    expect(server.db.list('clinicRequests')).toHaveLength(1);
  });

  it('shows nothing of the kind after a reload if the request was rejected', async () => {
    server.set(requesting, '500', { times: 1 });
    const first = await openPopup();
    await fillInAndSend(first.user, first.popup);
    await within(first.popup).findByRole('alert');
    first.unmount();
    const { popup } = await openPopup();
    expect(within(popup).queryByRole('status')).toBeNull();
  });

  it.each([
    ['500', null],
    ['ok', 'sent'],
    ['lost', 'sending'],
  ])('keeps what became of it if the page is left before the answer %s', async (branch, stored) => {
    const held = holdAnswers(server, { name: 'requestClinic', operation: requesting }, [branch]);
    const { user, popup, unmount } = await openPopup();
    await fillInAndSend(user, popup);
    await held.decided();
    unmount();
    await held.letThrough();
    await nothingPending(getApp().store);
    expect(readStored('clinicRequest')).toBe(stored);
  });

  it.each([
    ['500', 'Request your clinic'],
    ['ok', 'Your request has been sent!'],
  ])(
    'shows what became of it if the page is left and opened again before the answer %s',
    async (branch, title) => {
      const held = holdAnswers(server, { name: 'requestClinic', operation: requesting }, [branch]);
      const first = await openPopup();
      await fillInAndSend(first.user, first.popup);
      await held.decided();
      first.unmount();
      const { popup } = await openPopup();
      const mayBeSent = /^We didn’t get a response, so your request may have been sent\./;
      expect(within(popup).getByText(mayBeSent)).toBeVisible();
      await held.letThrough();
      expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
      await waitFor(() => expect(screen.queryByText(mayBeSent)).toBeNull());
    },
  );

  it.each([
    ['500', 'lost', 'sending'],
    ['lost', '500', 'sending'],
    ['500', '500', null],
  ] as const)(
    'keeps what became of two requests, one from a page that was left: %s, then %s',
    async (one, other, stored) => {
      const held = holdAnswers(server, { name: 'requestClinic', operation: requesting }, [one, other]);
      const first = await openPopup();
      await fillInAndSend(first.user, first.popup);
      await held.decided();
      first.unmount();
      const second = await openPopup();
      await fillInAndSend(second.user, second.popup);
      await held.letThrough();
      await held.letThrough();
      await nothingPending(getApp().store);
      expect(readStored('clinicRequest')).toBe(stored);
    },
  );

  it('leaves the box alone when the popup is closed', async () => {
    const { user, popup } = await openPopup();
    await user.click(within(popup).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await box()).not.toBeChecked();
    expect(callsTo(server, requesting)).toEqual([]);
  });

  it('needs all four, and an email address', async () => {
    const { user, popup } = await openPopup();
    await user.type(within(popup).getByLabelText('Clinic Email'), 'nowhere');
    await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
    const summary = await focusedErrorSummary(popup);
    expect(linksIn(summary)).toEqual([
      'Enter your clinic’s name.',
      'Enter an email address such as name@example.com.',
      'Enter your clinic’s address.',
      'Enter your clinic’s phone number.',
    ]);
    expect(within(popup).getByLabelText('Clinic Email')).toHaveAccessibleDescription(
      'Enter an email address such as name@example.com.',
    );
    await user.click(within(summary).getByRole('link', { name: 'Enter your clinic’s name.' }));
    expect(within(popup).getByLabelText('Clinic Name')).toHaveFocus();
    expect(callsTo(server, requesting)).toEqual([]);
  });

  /** SPEC §8 "Clinic request". */
  it.each([
    ['400', 'Error sending clinic request, please try again later!'],
    ['500', 'Error sending clinic request, please try again later!'],
    ['wrong-2xx', 'Error sending clinic request, please try again later!'],
    ['network', 'Server error, please try again later!'],
  ])('shows the error after %s, keeps every field and can be tried again', async (branch, message) => {
    server.set(requesting, branch, { times: 1 });
    const { user, popup } = await openPopup();
    await fillInAndSend(user, popup);
    await waitFor(() => expect(toastText()).toContain(message));
    expect(await within(popup).findByRole('alert')).toHaveTextContent(message);
    for (const [label, text] of Object.entries(wanted)) {
      expect(within(popup).getByLabelText(label)).toHaveValue(text);
    }
    await user.click(within(popup).getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByRole('dialog', { name: 'Your request has been sent!' })).toBeVisible();
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

describe('a patient whose clinic is in the list', () => {
  it('must choose it', async () => {
    const { user } = renderApp('/patient-signup');
    await user.click(await screen.findByRole('button', { name: 'Sign Up' }));
    const provider = screen.getByLabelText('Provider');
    await waitFor(() => expect(provider).toHaveAccessibleDescription('Choose your provider.'));
  });

  it('signs up with it', async () => {
    const { user } = renderApp('/patient-signup');
    const [first] = server.db.list('clinics') as { clinic_id: string; clinic_name: string }[];
    await fillInPatient(user, first?.clinic_name ?? '');
    expect(await box()).not.toBeChecked();
    expect(screen.getByLabelText('Provider')).toHaveValue(first?.clinic_id);
  });
});
