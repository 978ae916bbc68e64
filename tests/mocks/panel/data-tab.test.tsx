import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { openTab } from '../support/panel';

const rows = (table: string) =>
  within(screen.getByRole('table', { name: `Rows of ${table}` })).queryAllByRole('rowheader');
const replaceText = (user: Awaited<ReturnType<typeof openTab>>['user'], box: HTMLElement, text: string) =>
  user.clear(box).then(() => user.click(box).then(() => user.paste(text)));

describe('the Data tab', () => {
  it('shows every table, and finds rows by any text in them', async () => {
    const { mock, user } = await openTab('Data', { preset: 'demo' });
    const table = await screen.findByRole('combobox', { name: 'Table' });
    expect(
      within(table)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(mock.db.tables());
    expect(screen.getByText('24 rows')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search patients' }), 'robin ellis');
    expect(rows('patients')).toHaveLength(1);
    await user.selectOptions(table, 'kits');
    expect(rows('kits')).toHaveLength(5);
  });

  it('edits a row with controls of the types in its schema, and sends only what was changed', async () => {
    const { mock, user } = await openTab('Data', { preset: 'demo' });
    const [before] = mock.db.list('patients');
    await user.click(await screen.findByRole('button', { name: 'P-1001' }));
    const row = within(screen.getByRole('form', { name: 'Row P-1001' }));
    expect(row.getByLabelText('patient_id')).toHaveAttribute('readonly');
    const age = row.getByRole('spinbutton', { name: 'patient_age' });
    await user.clear(age);
    await user.type(age, '77');
    await user.selectOptions(row.getByRole('combobox', { name: 'authorized' }), '0');
    await user.click(row.getByRole('button', { name: 'Save row' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Row P-1001' })).toBeNull());
    expect(mock.db.list('patients')[0]).toEqual({ ...before, patient_age: 77, authorized: 0 });
  });

  it('keeps an invalid value in its field and reports it', async () => {
    const { mock, user } = await openTab('Data', { preset: 'demo' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), 'kits');
    const [kit] = rows('kits');
    await user.click(within(kit as HTMLElement).getByRole('button'));
    const price = screen.getByRole('spinbutton', { name: 'price' });
    await user.clear(price);
    await user.click(screen.getByRole('button', { name: 'Save row' }));
    expect(await screen.findByText(/kits\.price/)).toBeVisible();
    expect(price).toHaveValue(null);
    expect(mock.db.list('kits')[0]).toMatchObject({ price: expect.any(Number) });
  });

  it('leads to the rows that a row refers to, and to those that refer to it', async () => {
    const { mock, user } = await openTab('Data', { preset: 'demo' });
    await user.click(await screen.findByRole('button', { name: 'P-1001' }));
    const related = within(screen.getByRole('list', { name: 'Related rows' }));
    const orders = mock.db.list('orders').filter((order) => Reflect.get(order, 'patient_id') === 'P-1001');
    await user.click(related.getByRole('button', { name: /rows? of orders$/ }));
    expect(screen.getByRole('combobox', { name: 'Table' })).toHaveValue('orders');
    expect(rows('orders')).toHaveLength(orders.length);
    await user.click(within(rows('orders')[0] as HTMLElement).getByRole('button'));
    await user.click(screen.getByRole('button', { name: 'patients: P-1001' }));
    expect(screen.getByRole('combobox', { name: 'Table' })).toHaveValue('patients');
    expect(rows('patients')).toHaveLength(1);
  });

  it('shows no password and no token, and changes none that was left alone', async () => {
    const { mock, user } = await openTab('Data');
    const token = await mock.signIn('provider');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), 'accounts');
    await user.click(screen.getByRole('button', { name: 'account-1' }));
    expect(screen.getByLabelText('password')).toHaveValue('[hidden]');
    await replaceText(user, screen.getByLabelText('email'), 'desk@kitwell.test');
    await user.click(screen.getByRole('button', { name: 'Save row' }));
    await waitFor(() =>
      expect(mock.db.list('accounts')[0]).toMatchObject({
        email: 'desk@kitwell.test',
        password: 'Provider1!',
      }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'sessions');
    await user.click(within(screen.getByRole('table', { name: 'Rows of sessions' })).getByRole('button'));
    expect(document.body.innerHTML).not.toContain(token);
    expect(document.body.innerHTML).not.toContain('Provider1!');
  });

  it('adds and removes a row', async () => {
    const { mock, user } = await openTab('Data');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), 'kits');
    await user.click(screen.getByRole('button', { name: 'Add a row' }));
    await replaceText(user, screen.getByLabelText('id'), 'kit-new');
    await user.click(screen.getByRole('button', { name: 'Save row' }));
    await user.click(await screen.findByRole('button', { name: /^kit-new/ }));
    await user.click(screen.getByRole('button', { name: 'Remove row' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Remove row' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Yes, remove row' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^kit-new/ })).toBeNull());
    expect(mock.db.list('kits')).toHaveLength(5);
  });

  it('starts afresh from preset, seed and size; a senseless size changes nothing', async () => {
    const { mock, user } = await openTab('Data');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Preset' }), 'demo');
    const patients = screen.getByRole('spinbutton', { name: 'Patients' });
    const reset = async () => {
      await user.click(screen.getByRole('button', { name: 'Reset data' }));
      await user.click(screen.getByRole('button', { name: 'Yes, reset data' }));
    };
    await user.type(patients, '-3');
    await reset();
    expect(await screen.findByText(/whole number from 1/)).toBeVisible();
    expect(mock.choice().preset).toBe('empty');
    await user.clear(patients);
    await user.type(patients, '30');
    await reset();
    expect(await screen.findByText(/Data reset/)).toBeVisible();
    expect(mock.choice()).toEqual({ preset: 'demo', seed: 1, patients: 30 });
    expect(screen.getByText('30 rows')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show 5 more' }));
    expect(rows('patients')).toHaveLength(30);
  });

  it('exports the data as a file, and rejects a foreign one', async () => {
    const { mock, user } = await openTab('Data');
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${made.push(file as Blob)}`);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(made).toHaveLength(1));
    const text = (await made[0]?.text()) ?? '';
    const other = createMockServer({ preset: 'demo' });
    await other.db.import(text);
    expect(await other.db.export()).toEqual(await mock.db.export());
    other.close();

    const input = screen.getByLabelText('Import');
    await user.upload(input, new File(['{"a":1}'], 'foreign.json', { type: 'application/json' }));
    expect(await screen.findByText(/Nothing was imported/)).toBeVisible();
    await mock.db.remove('kits', 'kit-essential-2');
    await user.upload(input, new File([text], 'mine.json', { type: 'application/json' }));
    expect(await screen.findByText(/mine.json was imported/)).toBeVisible();
    expect(mock.db.list('kits')).toHaveLength(5);
  });
});
