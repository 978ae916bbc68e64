import { act, screen, waitFor } from '@testing-library/react';
import { holdAnswers } from '@tests/support/held-answers';
import { expect, it, vi } from 'vitest';
import { getApp, stopApp } from '@/features/api/app';
import { readAccount } from '@/features/api/watch-token';
import { dropUnwritten, writeStored } from '@/lib/storage';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

const server = serverForProvider();
const operation = 'POST /patient/add-patients';
const list = 'GET /patient/fetch-patients';

/** The server processes the next call, and its response is lost. */
function loseNextAnswer() {
  const answer = server.engine.answer.bind(server.engine);
  let due = true;
  vi.spyOn(server.engine, 'answer').mockImplementation(async (name, request, path) => {
    const result = await answer(name, request, path);
    if (name !== 'addPatients' || !due) return result;
    due = false;
    return { kind: 'network' };
  });
}

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

it('rows whose answer was lost count as saved once they are found in the list', async () => {
  loseNextAnswer();
  await saveAda();
  expect(await screen.findByText('Patients added successfully')).toBeVisible();
  expect(await screen.findByText(/your patients are in your list\.$/)).toBeVisible();
  await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(patientsWith('ada@example.com')).toHaveLength(1);
});

it('after an unexpected good status the list is asked, and what is missing stays', async () => {
  server.set(operation, 'wrong-2xx', { times: 1 });
  const { user } = await saveAda();
  expect(await screen.findByText(/your patients aren’t in your list/)).toBeVisible();
  expect(cell('Name', 1)).toHaveValue('Ada');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Patients added successfully')).toBeVisible();
  expect(patientsWith('ada@example.com')).toHaveLength(1);
});

it('if the list can not be read either it shows an error, checks again, and sends nothing twice', async () => {
  loseNextAnswer();
  server.set(list, '500');
  const { user } = await saveAda();
  expect(await screen.findByText(unknown)).toBeVisible();
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

it('a session that ends meanwhile, and a login of the same account, lead to the same check', async () => {
  writeStored('account', 'provider@kitwell.test');
  loseNextAnswer();
  server.set(list, '500');
  const { unmount } = await saveAda();
  expect(await screen.findByText(unknown)).toBeVisible();
  const { session } = getApp();
  const { token, account } = readAccount();
  // Simulates a logout in another tab.
  localStorage.clear();
  act(() => session.send({ type: 'TOKEN_FOUND', token: null, account: null }));
  unmount();
  server.clear(list);
  writeStored('token', token);
  writeStored('account', account);
  session.send({ type: 'TOKEN_FOUND', token, account });
  await openGrid();
  await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
  expect(await screen.findByText(/your patients are in your list\.$/)).toBeVisible();
  expect(sent()).toHaveLength(1);
});

it('a reload in the middle of it leads to the same check', async () => {
  const held = holdAnswers(server, { name: 'addPatients', operation }, ['ok']);
  const { unmount } = await saveAda();
  await held.decided();
  unmount();
  stopApp();
  held.letAllThrough();
  await openGrid();
  await waitFor(() => expect(cell('Name', 1)).toHaveValue('Grace'));
  expect(await screen.findByText(/your patients are in your list\.$/)).toBeVisible();
  expect(sent()).toHaveLength(1);
});

/** From now on, the storage takes this many more characters. */
function leaveRoomFor(characters: number) {
  const size = () =>
    Object.entries(localStorage).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  const limit = size() + characters;
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (size() - (this.getItem(key)?.length ?? -key.length) + text.length > limit)
      throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, text);
  });
}

it('so does a reload where the storage holds the rows, but has no room for a copy of them', async () => {
  const held = holdAnswers(server, { name: 'addPatients', operation }, ['ok']);
  const view = await openGrid();
  await view.pasteAt(cell('Name', 1), [line('Ada'), line('Grace'), line('Joan')].join('\n'));
  await waitFor(() => expect(localStorage.patientGrid).toContain('Joan'));
  leaveRoomFor(300);
  await view.user.click(saveAll());
  await held.decided();
  view.unmount();
  stopApp();
  // Ends with the page, as does what it has parsed of the stored text.
  dropUnwritten();
  expect(localStorage.patientGridSent).not.toContain('Grace');
  localStorage.setItem('patientGridSent', ` ${localStorage.patientGridSent}`);
  held.letAllThrough();
  await openGrid();
  await waitFor(() => expect(cell('Name', 1)).toHaveValue(''));
  expect(await screen.findByText(/your patients are in your list\.$/)).toBeVisible();
  expect(sent()).toHaveLength(1);
});
