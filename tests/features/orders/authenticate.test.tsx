import { act, screen, waitFor, within } from '@testing-library/react';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/app/api';
import { openSection, patientWho, sectionAtRest } from './support';

const authorizing = 'POST /patient/authenticate';
const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo', patients: 4 }));
afterEach(sectionAtRest);

const box = (name: string) => screen.getByLabelText(`Select ${name}`);
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all' });
const rowOf = (name: string) => within(box(name).closest('tr') ?? document.body);
const search = () => screen.getByRole('searchbox', { name: 'Search by name, email or phone' });

describe('choosing patients', () => {
  it('selects with select-all the rows that the search shows, and keeps what it hides', async () => {
    const { user } = await openSection(server);
    const other = patientWho(server, { authorized: 0, ordered: false });
    await user.click(box(other.patient_name));
    expect(selectAll()).toBePartiallyChecked();
    await user.type(search(), robin);
    await waitFor(() => expect(screen.queryByLabelText(`Select ${other.patient_name}`)).toBeNull());
    expect(screen.getByText('1 selected, 1 hidden by your search')).toBeVisible();
    await user.click(selectAll());
    expect(selectAll()).toBeChecked();
    expect(screen.getByText('2 selected, 1 hidden by your search')).toBeVisible();
    await user.click(selectAll());
    expect(screen.getByText('1 selected, 1 hidden by your search')).toBeVisible();
    await user.clear(search());
    expect(await screen.findByText('1 selected')).toBeVisible();
    expect(box(other.patient_name)).toBeChecked();
    expect(box(robin)).not.toBeChecked();
  });

  it('shows the calendar only where appointments can be booked', async () => {
    await openSection(server);
    expect(screen.queryByRole('button', { name: /^Book appointment/ })).toBeNull();
  });

  it('passes the patient to the booking', async () => {
    const onBook = vi.fn();
    const { user } = await openSection(server, { onBook });
    await user.click(await screen.findByRole('button', { name: `Book appointment for ${robin}` }));
    expect(onBook).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ patient_name: robin }));
  });
});

describe('authenticating patients', () => {
  it('brings what is missing into view at each press', async () => {
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user } = await openSection(server);
    for (const times of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Authenticate' }));
      await waitFor(() => expect(intoView).toHaveBeenCalledTimes(times));
      expect(intoView.mock.contexts.at(-1)).toHaveTextContent(
        'No patients selected for authorization update.',
      );
    }
  });

  it('authorizes the checked patients, who stay checked for the orders that come next', async () => {
    const other = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    await user.click(box(other.patient_name));
    await user.click(screen.getByRole('button', { name: 'Authenticate' }));
    await expectToast('Patients authenticated successfully');
    expect(await rowOf(other.patient_name).findByText('Authorized')).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Order kits' })).toHaveClass('btn-primary');
    expect(screen.getByRole('button', { name: 'Authenticate' })).toHaveClass('btn-secondary');
    expect(callsTo(server, authorizing).map(({ request }) => request)).toEqual([
      { body: { patientIds: [other.patient_id], authorized: 1 } },
    ]);
  });

  it('lets go of a patient who left the list meanwhile, also when it fails', async () => {
    const answers = pauseResponses(server, { name: 'authenticatePatients', operation: authorizing }, ['500']);
    const { user, store } = await openSection(server);
    const gone = patientWho(server, { authorized: 0, ordered: false });
    await user.click(box(gone.patient_name));
    await user.click(screen.getByRole('button', { name: 'Authenticate' }));
    await answers.decided();
    await server.db.remove('patients', gone.patient_id);
    // Refetch directly, as after a reconnect: invalidated tags wait until no call is pending.
    const refetch = { forceRefetch: true, subscribe: false };
    await act(() => store.dispatch(api.endpoints.fetchPatients.initiate(undefined, refetch)));
    await waitFor(() => expect(screen.queryByLabelText(`Select ${gone.patient_name}`)).toBeNull());
    expect(screen.getByRole('button', { name: 'Authenticating' })).toBeDisabled();
    await answers.releaseNext();
    expect(await screen.findByText('Failed to update patient authorization')).toBeVisible();
    expect(await screen.findByText('0 selected')).toBeVisible();
  });

  it('that got no answer and are not authorized stay selected, and the list is what the server has', async () => {
    server.set(authorizing, 'network', { times: 1 });
    const other = patientWho(server, { authorized: 0, ordered: false });
    const { user } = await openSection(server);
    await user.click(box(other.patient_name));
    await user.click(screen.getByRole('button', { name: 'Authenticate' }));
    expect(
      await screen.findByText(
        'We didn’t get a response, so this may or may not have been saved. What you see below is what the server has now.',
      ),
    ).toBeVisible();
    expect(box(other.patient_name)).toBeChecked();
    expect(rowOf(other.patient_name).getByText('Not authorized')).toBeVisible();
    expect(callsTo(server, 'GET /patient/fetch-patients').length).toBeGreaterThan(1);
  });
});

describe('what orders need', () => {
  const warning = 'Please add your card details and lab details before placing orders.';

  it('is asked for, with ways to both, where a clinic has neither', async () => {
    await server.reset({ preset: 'new-clinic' });
    const { user, onOpenBilling, onOpenLab } = await openSection(server);
    expect(await screen.findByText(warning)).toBeVisible();
    expect(screen.getByText('Still missing: card details and lab details.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add card details' }));
    expect(onOpenBilling).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Add lab details' }));
    expect(onOpenLab).toHaveBeenCalledOnce();
  });

  it('is asked for until the lab is complete', async () => {
    const [lab] = server.db.list('labs') as { clinic_id: string }[];
    await server.db.patch('labs', lab?.clinic_id ?? '', { instructions: ' ' });
    await openSection(server);
    expect(await screen.findByText(warning)).toBeVisible();
    expect(screen.getByText('Still missing: lab details (sample drop-off instructions).')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add card details' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add lab details' })).toBeVisible();
  });
});
