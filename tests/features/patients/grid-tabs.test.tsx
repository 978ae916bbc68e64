import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '@tests/support/app';
import { stubTabs } from '@tests/support/fake-tabs';
import { otherApp } from '@tests/support/other-app';
import { pauseResponses } from '@tests/support/pause-responses';
import { expect, it, vi } from 'vitest';
import { getApp } from '@/app/app';
import { PatientsSection } from '@/features/patients/patients-section';
import { LiveRegion } from '@/ui/feedback/announce';
import { cell, line, openGrid, reload, serverForProvider, storedGrid } from './grid';

const server = serverForProvider();
const operation = 'POST /patient/add-patients';
const title = 'Your new patients are open in another tab';

type Tab = ReturnType<typeof within>;
const name = (tab: Tab, row: number) => tab.findByLabelText(`Name, row ${row}`);
const continueIn = async (tab: Tab) =>
  userEvent.click(await tab.findByRole('button', { name: 'Continue here' }));

/** Two tabs of one browser, each with its own application. The first one has the rows. */
async function openTwo(): Promise<readonly [Tab, Tab]> {
  stubTabs();
  const open = (app = getApp()) => within(renderPart(<PatientsSection />, app).container);
  const first = open();
  await name(first, 1);
  const second = open(otherApp());
  await second.findByRole('heading', { name: title });
  return [first, second];
}

it('rows move to the tab in which the user goes on, with what was typed a moment ago, and back', async () => {
  const [first, second] = await openTwo();
  renderPart(<LiveRegion />);
  await userEvent.type(await name(first, 1), 'Ada');
  await continueIn(second);
  expect(await name(second, 1)).toHaveValue('Ada');
  await waitFor(async () => expect(await name(second, 1)).toHaveFocus());
  expect(screen.getByText(/^Your new patients were opened in another tab\./)).toBeInTheDocument();
  await userEvent.type(await name(second, 2), 'Grace');
  await continueIn(first);
  expect(await name(first, 2)).toHaveValue('Grace');
  expect(await second.findByRole('heading', { name: title })).toBeVisible();
});

it('rows that are being saved move once that has ended, without those that were saved', async () => {
  const [first, second] = await openTwo();
  const saving = pauseResponses(server, { name: 'addPatients', operation }, ['ok']);
  act(() => first.getByLabelText('Name, row 1').focus());
  await userEvent.paste(line('Ada'));
  await userEvent.type(await name(first, 2), 'Grace');
  await userEvent.click(first.getByRole('button', { name: 'Save All' }));
  await saving.decided();
  await continueIn(second);
  expect(second.getByRole('button', { name: 'Getting your rows...' })).toBeDisabled();
  await saving.releaseNext();
  expect(await name(second, 1)).toHaveValue('Grace');
  expect(server.log.list().filter((entry) => entry.operation === operation)).toHaveLength(1);
});

it('rows of a session that has ended come back before those of the next one', async () => {
  const view = await openGrid();
  await view.user.type(cell('Name', 3), 'Ada');
  const { session } = getApp();
  act(() => session.send({ type: 'LOGIN', email: 'provider@kitwell.test', password: 'Provider1!' }));
  view.unmount();
  await waitFor(() => expect(session.getSnapshot().hasTag('signed-in')).toBe(true));
  const next = await openGrid();
  expect(cell('Name', 3)).toHaveValue('Ada');
  expect(await screen.findByText('Your unsaved row is back.')).toBeVisible();
  await waitFor(async () => expect((await storedGrid()).rows).toHaveLength(10));
  await reload(next);
  expect(cell('Name', 3)).toHaveValue('Ada');
});

it('rows that could not be stored stay in their tab while another one goes on', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const [first, second] = await openTwo();
  await userEvent.type(await name(first, 1), 'Ada');
  await continueIn(second);
  expect(await name(second, 1)).toHaveValue('');
  await continueIn(first);
  expect(await name(first, 1)).toHaveValue('Ada');
});
