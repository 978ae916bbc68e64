import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cell, line, openGrid, reload, saveAll, serverForProvider, storedGrid } from './grid';

const server = serverForProvider();

const kitList = 'GET /shopify/fetch-products';
const withKit = (kit: string) => `${line('Ada')}\tOvernight\tYearly\t${kit}`;
const notYet = 'Your kit list hasn’t loaded yet. We’ll look up the pasted kits as soon as it does.';
const unknown = 'Some pasted kits aren’t in your kit list. Those rows have no kit.';
const loadKits = () => screen.findByRole('button', { name: 'Load the kit list' });
const storedKitOf = (email: string) =>
  (server.db.list('patients') as { patient_email: string; kit_type: string | null }[]).find(
    ({ patient_email }) => patient_email === email,
  )?.kit_type;

it('a kit pasted while the kit list is loading is looked up once it is there, and saved', async () => {
  server.set(kitList, 'ok', { delay: 400, times: 1 });
  const { user, pasteAt } = await openGrid();
  await pasteAt(cell('Name', 1), withKit('kit 2'));
  expect(await screen.findByText(notYet)).toBeVisible();
  expect(screen.queryByText(unknown)).toBeNull();
  const second = (server.db.list('kits') as { id: string; name: string }[])[1];
  expect(await screen.findByText(`Overnight · Every Year · ${second?.name}`)).toBeVisible();
  await user.click(saveAll());
  expect(await screen.findByText('Patients added successfully')).toBeVisible();
  expect(storedKitOf('ada@example.com')).toBe(second?.id);
});

it('without a kit list no row is saved as having no kit, and the pasted text outlives a reload', async () => {
  server.set(kitList, '500', { times: 1 });
  const view = await openGrid();
  const { user, pasteAt } = view;
  await pasteAt(cell('Name', 1), withKit('kit 2'));
  expect(await screen.findByText('Kit not recognized yet, will be skipped')).toBeVisible();
  await user.click(saveAll());
  expect(storedKitOf('ada@example.com')).toBeUndefined();
  server.set(kitList, '500', { times: 1 });
  const again = await reload(view);
  expect((await storedGrid()).rows[0]).toMatchObject({ kitText: 'kit 2', kitType: null });
  await waitFor(async () => expect(await loadKits()).toBeEnabled());
  await again.user.click(await loadKits());
  await waitFor(() => expect(screen.queryByText('Kit not recognized yet, will be skipped')).toBeNull());
  // The notice with the button is gone.
  expect(screen.getByRole('heading', { level: 1, name: 'Patients' })).toHaveFocus();
  await again.user.click(saveAll());
  expect(await screen.findByText('Patients added successfully')).toBeVisible();
  expect(storedKitOf('ada@example.com')).not.toBeNull();
});

it('kits that the list has are pasted without a message, and with others only those are reported', async () => {
  const { pasteAt } = await openGrid();
  const [first] = server.db.list('kits') as { name: string }[];
  await pasteAt(cell('Name', 1), withKit('kit 1'));
  expect(await screen.findByText(`Overnight · Every Year · ${first?.name}`)).toBeVisible();
  expect(screen.queryByText(unknown)).toBeNull();
  expect(screen.queryByText(notYet)).toBeNull();
  await pasteAt(cell('Name', 2), withKit('kit 99'));
  expect((await screen.findByText(unknown)).closest('.Toastify__toast--warning')).toBeVisible();
  expect(screen.queryByText(notYet)).toBeNull();
});
