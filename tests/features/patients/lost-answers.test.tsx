import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectToast, toastText } from '@tests/support/outcomes';
import { loseResponse, pauseResponses } from '@tests/support/pause-responses';
import { describe, expect, it } from 'vitest';
import { cell, line, openGrid, reload, saveAll, serverForProvider, storedGrid } from './grid';

const server = serverForProvider();
const operation = 'POST /patient/add-patients';
const list = 'GET /patient/fetch-patients';

const sent = () => server.log.list().filter((entry) => entry.operation === operation);
const patientsWith = (email: string) =>
  server.db.list('patients').filter((row) => 'patient_email' in row && row.patient_email === email);
const unknown = /^We didn’t get a response, so your patients may or may not have been saved\./;

/** Saves Ada and starts typing Grace. */
async function saveAda() {
  const view = await openGrid();
  await view.pasteAt(cell('Name', 1), line('Ada'));
  await view.user.type(cell('Name', 2), 'Grace');
  await view.user.click(saveAll());
  return view;
}

it('if the list can not be read either it shows an error, checks again, and sends nothing twice', async () => {
  loseResponse(server, 'addPatients');
  server.set(list, '500');
  const { user } = await saveAda();
  expect(await screen.findByText(unknown)).toBeVisible();
  expect(screen.getByText('Failed to add patients. Please try again later.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(unknown)).toBeVisible();
  await user.click(saveAll());
  expect(await screen.findByText(unknown)).toBeVisible();
  expect(cell('Name', 1)).toHaveValue('Ada');
  server.clear(list);
  await user.click(saveAll());
  await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
  expect(sent()).toHaveLength(1);
});

it('rows that are not found are reported by a toast if the grid was left meanwhile', async () => {
  server.set(operation, 'network', { times: 1 });
  const { user, pasteAt } = await openGrid();
  await pasteAt(cell('Name', 1), line('Ada'));
  const lists = pauseResponses(server, { name: 'fetchPatients', operation: list }, []);
  await user.click(saveAll());
  await lists.decided();
  await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
  expect(toastText()).toEqual([]);
  lists.releaseAll();
  await expectToast('Failed to add patients. Please try again later.');
});

it('a reload in the middle of it leads to the same check', async () => {
  const answers = pauseResponses(server, { name: 'addPatients', operation }, ['ok']);
  const view = await saveAda();
  await answers.decided();
  const again = reload(view);
  answers.releaseAll();
  await again;
  await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
  expect(await screen.findByText(/your patients are in your list\.$/)).toBeVisible();
  expect(sent()).toHaveLength(1);
});

/** A row that was sent may be in the list with other details than the grid shows. */
const paused = /^1 row may already be in your list, with other details\./;

const pausedNotice = () => screen.findByText(paused, { selector: '.notice *' });

/** Sends Ada; the server stores her, the response is lost, and the list can't be read. */
async function loseAda() {
  loseResponse(server, 'addPatients');
  server.set(list, '500');
  const view = await saveAda();
  expect(await screen.findByText(unknown)).toBeVisible();
  server.clear(list);
  return view;
}

type View = Awaited<ReturnType<typeof openGrid>>;

async function retypeEmail({ user }: View, email: string) {
  await user.clear(cell('Email', 1));
  await user.paste(email);
}

/** Presses Save All where the grid holds its first row back. */
async function expectHeld({ user }: View, email: string) {
  expect(await pausedNotice()).toBeVisible();
  await user.click(saveAll());
  await waitFor(() => expect(saveAll()).toBeEnabled());
  expect(await pausedNotice()).toBeVisible();
  expect(cell('Email', 1)).toHaveValue(email);
  expect(patientsWith(email)).toHaveLength(0);
}

describe('a row whose email was changed after the answer was lost', () => {
  const changed = 'ada.b@example.com';

  it('is held back, because the list has it as it was sent', async () => {
    const view = await loseAda();
    await retypeEmail(view, changed);
    await view.user.click(saveAll());
    await expectHeld(view, changed);
    expect(patientsWith('ada@example.com')).toHaveLength(1);
    expect(sent()).toHaveLength(1);
  });

  it('is sent once the user changes it after the notice', async () => {
    const view = await loseAda();
    await retypeEmail(view, changed);
    const again = await reload(view);
    await expectHeld(again, changed);
    await retypeEmail(again, 'ada.d@example.com');
    await again.user.click(saveAll());
    await waitFor(() => expect(patientsWith('ada.d@example.com')).toHaveLength(1));
    await waitFor(async () => expect((await storedGrid()).sent).toEqual([]));
  });
});

describe('the focus', () => {
  it('is on Save All after "Check again", whose notice is gone then', async () => {
    await loseAda();
    const button = await screen.findByRole('button', { name: 'Check again' });
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
    await waitFor(() => expect(saveAll()).toHaveFocus());
  });

  it('is on Save All after the skipped rows were discarded', async () => {
    const { user } = await saveAda();
    const discard = await screen.findByRole('button', { name: 'Discard' });
    act(() => discard.focus());
    await user.keyboard('{Enter}');
    expect(saveAll()).toHaveFocus();
  });
});
