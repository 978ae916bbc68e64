import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { fillIn } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { inServerTime } from '@tests/support/server-time';
import { inTimeZone } from '@tests/support/time-zone';
import { beforeEach, describe, expect, it } from 'vitest';
import { getApp, stopApp } from '@/app/app';
import { clearStored, writeStored } from '@/lib/storage';
import { labTexts } from '../clinic/support';
import { patientWho, place } from '../orders/support';
import { line, saveAll } from '../patients/grid';

const fetchLabs = 'GET /clinic/fetch-labs';
const fetchPatients = 'GET /patient/fetch-patients';
const fetchAppointments = 'GET /booking/fetch-appointments';
const server = startMockServer();
beforeEach(async () => {
  // Six patients, none of them authorized; no card and no lab.
  await server.reset({ preset: 'new-clinic' });
  clearStored();
});

const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name });
const steps = () => screen.findByRole('region', { name: 'Set up your clinic' });
const noSteps = () => expect(screen.queryByRole('region', { name: 'Set up your clinic' })).toBeNull();
const stepTexts = async () =>
  within(await steps())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);

/** Opens the demo provider's patients. */
async function openPatients() {
  await server.as('provider');
  const app = renderApp('/dashboard');
  await screen.findByLabelText('Name, row 1');
  return app;
}

const pressStep = async (user: UserEvent, name: string) =>
  user.click(await within(await steps()).findByRole('button', { name }));

describe('the first day of a clinic', () => {
  it('shows what is done and what is missing, not by color alone', async () => {
    await openPatients();
    expect(await stepTexts()).toEqual([
      'Your lab: to do',
      'Your card: to do',
      'Your patients: done',
      'Your first order: to do',
    ]);
    const list = within(await steps());
    expect(list.getByText('1 of 4 done')).toBeVisible();
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Hide for now',
      'Add lab details',
      'Add card details',
      'Order a kit',
    ]);
  });

  it('comes together with the grid, which it would push down', async () => {
    const labs = pauseResponses(server, { name: 'fetchLabs', operation: fetchLabs }, ['ok']);
    await server.as('provider');
    renderApp('/dashboard');
    await labs.decided();
    expect(screen.queryByLabelText('Name, row 1')).toBeNull();
    labs.releaseAll();
    await screen.findByLabelText('Name, row 1');
    expect(screen.getByRole('region', { name: 'Set up your clinic' })).toBeVisible();
  });

  it('leads to the lab', async () => {
    const { user } = await openPatients();
    await pressStep(user, 'Add lab details');
    await heading('Clinic Profile');
    expect(await screen.findByRole('tab', { name: 'Sample Testing Lab', selected: true })).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Lab Name')).toHaveFocus());
  });

  it('leads to the first cell of the grid, from the other tab too', async () => {
    await server.reset({ preset: 'empty' });
    const { user } = await openPatients();
    await pressStep(user, 'Add patients');
    await waitFor(() => expect(screen.getByLabelText('Name, row 1')).toHaveFocus());
    await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
    await screen.findByText('No patients yet');
    await pressStep(user, 'Add patients');
    await waitFor(() => expect(screen.getByLabelText('Name, row 1')).toHaveFocus());
  });

  it('leads to the import of a file at once', async () => {
    await server.reset({ preset: 'empty' });
    const { user } = await openPatients();
    await pressStep(user, 'Import a file');
    expect(await screen.findByRole('dialog', { name: 'Import Patients from File' })).toBeVisible();
  });

  it('leads on below the lab, once it is stored', async () => {
    const { user } = await openPatients();
    await pressStep(user, 'Add lab details');
    await heading('Add Lab Data', 2);
    // Its place is there before it is of use.
    expect(await screen.findByText('After your lab: your card')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add card details' })).toBeNull();
    await fillIn(screen.getByRole('tabpanel'), labTexts);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Next step: your card')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add card details' })).toBeEnabled();
  });

  it('can be hidden, and stays hidden after a reload', async () => {
    const { user, unmount } = await openPatients();
    await pressStep(user, 'Hide for now');
    noSteps();
    expect(await heading('Patients')).toHaveFocus();
    unmount();
    stopApp();
    renderApp('/dashboard');
    await screen.findByLabelText('Name, row 1');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Hey, / })).toBeVisible());
    noSteps();
  });

  it('shows nothing while the lab is not known', async () => {
    server.set(fetchLabs, '500');
    await openPatients();
    await waitFor(() => expect(callsTo(server, fetchLabs)).not.toEqual([]));
    await act(() => Promise.resolve());
    noSteps();
  });

  it('is over for a clinic that has a card and a lab: its patient list is not even fetched', async () => {
    await server.reset({ preset: 'demo' });
    await openPatients();
    await waitFor(() => expect(callsTo(server, fetchLabs)).toHaveLength(1));
    await act(() => Promise.resolve());
    noSteps();
    expect(callsTo(server, fetchPatients)).toEqual([]);
  });

  it('orders for the patients who were just saved: authenticates them, and fills in the kit of their rows', async () => {
    await server.reset({ preset: 'demo' });
    await server.as('provider');
    writeStored('firstSteps', 'open');
    const { user } = renderApp('/dashboard');
    expect(await within(await steps()).findByText('Patients are authenticated first.')).toBeVisible();
    const name = await screen.findByLabelText('Name, row 1');
    act(() => name.focus());
    await user.paste(`${line('Ada')}\tUSPS\tYearly\tkit 2`);
    await user.click(saveAll());
    expect(await within(await steps()).findByText('Authenticates your new patient first.')).toBeVisible();
    await pressStep(user, 'Order a kit');
    const order = within(await screen.findByRole('dialog', { name: 'Order Kits' }));
    expect(order.getByText('You’re ordering a kit for 1 patient.')).toBeVisible();
    const patients = server.db.list('patients') as { patient_name: string; authorized: number }[];
    expect(patients.find(({ patient_name }) => patient_name === 'Ada')?.authorized).toBe(1);
    const [, kit] = server.db.list('kits') as { id: string }[];
    expect(order.getByLabelText('Frequency')).toHaveValue('Yearly');
    await waitFor(() => expect(order.getByLabelText('Kit Type')).toHaveValue(kit?.id));
  });

  it('ends with the first order, also over a reload', async () => {
    await server.reset({ preset: 'demo' });
    await server.as('provider');
    // As stored when the first steps were shown, before the provider went to the card's checkout.
    writeStored('firstSteps', 'open');
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    const { user, unmount } = renderApp('/dashboard');
    expect(await within(await steps()).findByText('3 of 4 done')).toBeVisible();
    await pressStep(user, 'Order a kit');
    await user.click(await screen.findByRole('button', { name: `Order kit for ${name}` }));
    await place(user, await screen.findByRole('dialog', { name: 'Order Kit' }));
    await expectToast(`We emailed ${name} to confirm the delivery address.`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await heading('Patients');
    noSteps();
    unmount();
    stopApp();
    renderApp('/dashboard');
    await screen.findByLabelText('Name, row 1');
    await waitFor(() => expect(callsTo(server, fetchLabs).length).toBeGreaterThan(1));
    noSteps();
  });
});

describe('an empty list', () => {
  it.each(['authenticate', 'booking'] as const)('leads to Add Patients: %s', async (section) => {
    await server.reset({ preset: 'empty' });
    await server.as('provider');
    writeStored('activeOption', section);
    writeStored('activePatientTab', 'Update Patients');
    const { user } = renderApp('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Add patients' }));
    await heading('Patients');
    expect(await screen.findByLabelText('Name, row 1')).toBeVisible();
  });

  it('of appointments leads to the patients to book', async () => {
    await server.as('provider');
    writeStored('activeOption', 'booking');
    const { user } = renderApp('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Choose a patient to book' }));
    expect(screen.getByRole('heading', { level: 2, name: 'Patients' })).toHaveFocus();
  });
});

describe('the figures above the patients', () => {
  const figures = async () =>
    within(await screen.findByRole('list', { name: 'At a glance' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  const openList = async () => {
    const { user } = await openPatients();
    await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
  };

  // Noon in Los Angeles.
  beforeEach(() => server.reset({ preset: 'demo', start: '2026-11-23T20:00:00Z' }));
  inServerTime(server);
  inTimeZone('America/Los_Angeles');

  /** Books two appointments of the demo clinic with these slots; the others are removed. */
  async function book(...slots: readonly string[]) {
    const booked = server.db.list('appointments') as { session_id: string }[];
    for (const [index, { session_id }] of booked.entries()) {
      const time_slot = slots[index];
      if (time_slot === undefined) await server.db.remove('appointments', session_id);
      else await server.db.patch('appointments', session_id, { time_slot });
    }
  }

  it('count the authorized patients and the appointments of today, and say that orders are not listed', async () => {
    const patients = server.db.list('patients') as { authorized: number }[];
    const authorized = patients.filter((patient) => patient.authorized === 1).length;
    // The last is at 9 PM of Nov 23 in Los Angeles.
    await book('2026-11-23 09:00 - 09:30', '2020-01-01 09:00 - 09:30', '2026-11-24 05:00 - 05:30 UTC');
    await openList();
    await waitFor(async () =>
      expect(await figures()).toEqual([`${authorized} of 24 authorized`, '2 appointments today']),
    );
    expect(screen.getByText('Orders of earlier visits are not listed by the server.')).toBeVisible();
  });

  it('count the appointments of the new day after midnight', async () => {
    await book('2026-11-23 09:00 - 09:30', '2026-11-24 09:00 - 09:30', '2026-11-24 10:00 - 10:30');
    await openList();
    await waitFor(async () => expect(await figures()).toContain('1 appointment today'));
    // By hand: otherwise the session would end, for lack of activity.
    await act(() => server.clock.set('2026-11-24T08:00:00Z', { byHand: true }));
    await waitFor(async () => expect(await figures()).toContain('2 appointments today'));
  });

  it('show "At least" where a slot can not be read', async () => {
    await book('2026-11-23 09:00 - 09:30', 'after lunch');
    await openList();
    await waitFor(async () => expect(await figures()).toContain('At least 1 appointment today'));
  });

  it('do not wait for a slow response', async () => {
    const answers = pauseResponses(server, { name: 'fetchAppointments', operation: fetchAppointments }, [
      'ok',
    ]);
    await openList();
    expect(await figures()).toHaveLength(1);
    answers.releaseAll();
    await nothingPending(getApp().store);
    expect(await figures()).toHaveLength(2);
  });
});
