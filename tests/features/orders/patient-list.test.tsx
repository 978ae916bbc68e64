import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectToast } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPatientsOf } from '@/app/new-patients';
import { blankGridRow } from '@/domain/storage-keys';
import { clearStored } from '@/lib/storage';
import { openSection, patientWho, sectionAtRest } from './support';

const server = startMockServer();
beforeEach(() => {
  clearStored();
  return server.reset({ preset: 'demo' });
});
afterEach(sectionAtRest);

interface PatientRow {
  readonly patient_id: string;
  readonly patient_name: string;
  readonly authorized: 0 | 1;
}

const patients = () => server.db.list('patients') as PatientRow[];
const countOf = (authorized: 0 | 1) =>
  patients().filter((patient) => patient.authorized === authorized).length;

/** As a reader orders texts: without regard to case, and 9 before 10. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ });
const visibleNames = () =>
  boxes().map((one) => (one.getAttribute('aria-label') ?? '').replace('Select ', ''));
const box = (name: string) => screen.getByLabelText(`Select ${name}`);
const boxAt = (row: number) => boxes()[row] ?? document.body;
const chip = (name: string) => screen.getByRole('button', { name });
const search = () => screen.getByRole('searchbox', { name: 'Search by name, email or phone' });
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all' });
const authenticate = () => screen.getByRole('button', { name: 'Authenticate' });

const sentIds = () =>
  callsTo(server, 'POST /patient/authenticate').map(
    ({ request }) => (request as { body: { patientIds: string[] } }).body.patientIds,
  );

async function shiftClick(user: UserEvent, target: HTMLElement) {
  await user.keyboard('{Shift>}');
  await user.click(target);
  await user.keyboard('{/Shift}');
}

describe('before there is a list', () => {
  it('nothing is counted or offered but the search; after a failure the message and Retry alone', async () => {
    const answers = pauseResponses(
      server,
      { name: 'fetchPatients', operation: 'GET /patient/fetch-patients' },
      ['500', 'ok'],
    );
    const { user } = await openSection(server, { waitForPatients: false });
    const names = ['All', 'Authorized', 'Not authorized', 'Authenticate', 'Order kits'];
    for (const name of names) expect(screen.getByRole('button', { name })).toBeDisabled();
    expect(selectAll()).toBeDisabled();
    expect(document.body).not.toHaveTextContent(/\d/);
    await answers.releaseNext();
    expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
    expect(screen.queryAllByRole('searchbox')).toEqual([]);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Retry']);
    expect(document.body).not.toHaveTextContent(/\d/);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await answers.releaseNext();
    expect(await screen.findByRole('button', { name: 'All 24' })).toBeEnabled();
    expect(authenticate()).toBeEnabled();
    expect(screen.getByText('0 selected')).toBeVisible();
  });
});

describe('the filter', () => {
  it('shows the patients of one status, also by keyboard', async () => {
    const { user } = await openSection(server);
    chip(`Not authorized ${countOf(0)}`).focus();
    await user.keyboard('{Enter}');
    expect(chip(`Not authorized ${countOf(0)}`)).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(boxes()).toHaveLength(countOf(0)));
    expect(screen.getAllByText('Not authorized')).toHaveLength(countOf(0));
    expect(screen.getByText(`${countOf(0)} of 24 patients`)).toBeVisible();
    await user.click(chip('All 24'));
    await waitFor(() => expect(boxes()).toHaveLength(24));
  });

  it('is combined with the search, and can be cleared where the two leave no patient', async () => {
    const { user } = await openSection(server);
    const { patient_name: name } = patientWho(server, { authorized: 1, ordered: false });
    await user.type(search(), name);
    await user.click(chip(`Not authorized ${countOf(0)}`));
    expect(await screen.findByText('No patients found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(await screen.findByLabelText(`Select ${name}`)).toBeVisible();
    expect(search()).toHaveValue(name);
  });
});

describe('Shift', () => {
  it('selects all rows from the last one to this one, in the order shown, and clears them again', async () => {
    const { user } = await openSection(server);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(visibleNames()).toEqual(visibleNames().sort(compare)));
    await user.click(boxAt(2));
    await shiftClick(user, boxAt(6));
    expect(boxes().map(({ checked }) => checked)).toEqual(
      Array.from({ length: 24 }, (_, row) => row >= 2 && row <= 6),
    );
    await shiftClick(user, boxAt(4));
    expect(screen.getByText('2 selected')).toBeVisible();
    expect(boxAt(2)).toBeChecked();
    expect(boxAt(3)).toBeChecked();
  });

  it('works with the Space key', async () => {
    const { user } = await openSection(server);
    await user.click(boxAt(1));
    boxAt(3).focus();
    await user.keyboard('{Shift>} {/Shift}');
    expect(screen.getByText('3 selected')).toBeVisible();
  });
});

describe('the sort', () => {
  it('is remembered for the next visit, and the filter is not', async () => {
    const { user, unmount } = await openSection(server);
    await user.click(screen.getByRole('button', { name: 'Email' }));
    await user.click(screen.getByRole('button', { name: 'Email' }));
    await user.click(chip(`Authorized ${countOf(1)}`));
    await waitFor(() => expect(boxes()).toHaveLength(countOf(1)));
    unmount();
    await openSection(server, { signIn: false });
    const header = screen.getByRole('columnheader', { name: 'Email' });
    expect(header).toHaveAttribute('aria-sort', 'descending');
    const emails = [...document.querySelectorAll('td[data-label="Email"]')].map((cell) => cell.textContent);
    expect(emails).toHaveLength(24);
    expect(emails).toEqual([...emails].sort(compare).reverse());
  });
});

it('new patients stay on top until the user sorts, and are selected only when asked for', async () => {
  const { patient_name: name, patient_email: email } = patientWho(server, { authorized: 0, ordered: false });
  const view = await openSection(server);
  const { user, store } = view;
  const others = visibleNames().filter((other) => other !== name);
  const request = () =>
    act(() => {
      newPatientsOf(store).set([{ ...blankGridRow('row-1'), name, email }], new Set());
      newPatientsOf(store).authenticate();
    });
  await user.type(search(), robin);
  await waitFor(() => expect(visibleNames()).toEqual([robin]));
  request();
  await waitFor(() => expect(visibleNames()).toEqual([name, ...others]));
  expect(search()).toHaveValue('');
  expect(boxes().filter(({ checked }) => checked)).toEqual([box(name)]);
  expect(search()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(visibleNames()).toEqual([name, ...others].sort(compare)));
  view.unmount();
  await openSection(server, { signIn: false });
  expect(screen.getByText('0 selected')).toBeVisible();
  request();
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(authenticate()).toHaveFocus();
});

describe('a request for new patients', () => {
  const fetching = 'GET /patient/fetch-patients';
  const unauthorized = () => patientWho(server, { authorized: 0, ordered: false });
  const rowOf = ({ patient_name: name, patient_email: email }: ReturnType<typeof unauthorized>) => ({
    ...blankGridRow('row-1'),
    name,
    email,
  });

  it('to order ends with the fetch of the list: a later selection opens no order by itself', async () => {
    const patient = unauthorized();
    const { patient_name: other } = patientWho(server, { authorized: 1, ordered: false });
    const { user, store } = await openSection(server);
    server.set(fetching, '500');
    act(() => {
      newPatientsOf(store).set([rowOf(patient)], new Set());
      newPatientsOf(store).order();
    });
    await expectToast('Patients authenticated successfully');
    await sectionAtRest();
    await user.click(box(patient.patient_name));
    await user.click(box(other));
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('to order ends when the selection is changed', async () => {
    const patient = unauthorized();
    const { patient_name: other } = patientWho(server, { authorized: 1, ordered: false });
    const { user, store } = await openSection(server);
    const answers = pauseResponses(server, { name: 'fetchPatients', operation: fetching }, ['ok']);
    act(() => {
      newPatientsOf(store).set([rowOf(patient)], new Set());
      newPatientsOf(store).order();
    });
    await answers.decided();
    await expectToast('Patients authenticated successfully');
    await user.click(box(other));
    answers.releaseAll();
    await sectionAtRest();
    await waitFor(() => expect(box(patient.patient_name).closest('tr')).toHaveTextContent(/Authorized/));
    expect(screen.getByText('2 selected')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Authenticate with hidden patients', () => {
  async function selectAllAndSearch() {
    const view = await openSection(server);
    await view.user.click(selectAll());
    await view.user.type(search(), robin);
    await screen.findByText('24 selected, 23 hidden by your search');
    await view.user.click(authenticate());
    const question = await screen.findByRole('alertdialog', { name: 'Authenticate 24 patients?' });
    expect(question).toHaveAccessibleDescription('23 of them are hidden by your search.');
    expect(sentIds()).toEqual([]);
    return { ...view, question: within(question) };
  }

  it('asks first, and sends nothing if the user cancels', async () => {
    const { user, question } = await selectAllAndSearch();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(authenticate()).toHaveFocus());
    expect(screen.getByText('24 selected, 23 hidden by your search')).toBeVisible();
    expect(sentIds()).toEqual([]);
  });

  it('authenticates all of them after a confirmation', async () => {
    const { user, question } = await selectAllAndSearch();
    await user.click(question.getByRole('button', { name: 'Authenticate 24' }));
    await expectToast('Patients authenticated successfully');
    expect(sentIds().map((ids) => [...ids].sort())).toEqual([
      patients()
        .map(({ patient_id }) => patient_id)
        .sort(),
    ]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(authenticate()).toHaveFocus());
  });

  it('authenticates only the visible patients if the user chooses so', async () => {
    const { user, question } = await selectAllAndSearch();
    await user.click(question.getByRole('button', { name: 'Only the 1 shown' }));
    await expectToast('Patients authenticated successfully');
    const patient = patients().find(({ patient_name }) => patient_name === robin);
    expect(sentIds()).toEqual([[patient?.patient_id]]);
  });
});
