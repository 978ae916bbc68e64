import { act, screen, waitFor } from '@testing-library/react';
import { pauseResponses } from '@tests/support/pause-responses';
import { describe, expect, it, vi } from 'vitest';
import { getApp } from '@/app/app';
import { sendRequest } from '@/app/section-request';
import { cell, line, openGrid, saveAll, serverForProvider, storedGrid } from './grid';

const server = serverForProvider();
const addPatients = { name: 'addPatients', operation: 'POST /patient/add-patients' } as const;

describe('Save All', () => {
  it('sends complete rows, confirms it, clears grid and draft, and on a phone brings what comes next into view', async () => {
    const { matchMedia } = globalThis;
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.assign(matchMedia(query), { matches: query === '(width < 48rem)' }),
    );
    const intoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), line('Ada'));
    await user.click(saveAll());
    expect(await screen.findByText('Patients added successfully')).toBeVisible();
    await waitFor(() => expect(cell('Name', 1)).toHaveValue(''));
    await waitFor(() => expect(intoView.mock.contexts.at(-1)).toHaveTextContent(/authenticated yet/));
    await waitFor(async () => expect((await storedGrid()).rows.map(({ name }) => name)).not.toContain('Ada'));
    await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
    expect(await screen.findByText('ada@example.com')).toBeVisible();
  });

  it('sends what an imported row carries besides its cells', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), `${line('Ada')}\tOvernight\tYearly\t`);
    expect(screen.getByText('Overnight · Every Year')).toBeVisible();
    await user.click(saveAll());
    expect(await screen.findByText('Patients added successfully')).toBeVisible();
    const added = server.db
      .list('patients')
      .find((row) => 'patient_email' in row && row.patient_email === 'ada@example.com');
    expect(added).toMatchObject({ shipping_type: 'Overnight', frequency: 'Yearly', kit_type: null });
  });

  it('shows that it is saving, and locks the rows that are being saved; a requested import opens after that', async () => {
    const paused = pauseResponses(server, addPatients, ['ok']);
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), line('Ada'));
    await user.click(saveAll());
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(cell('Name', 1)).toHaveAttribute('readonly');
    act(() => sendRequest(getApp().store, { action: 'import' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await paused.releaseNext();
    expect(await screen.findByText('Patients added successfully')).toBeVisible();
    expect(await screen.findByRole('dialog', { name: 'Import Patients from File' })).toBeVisible();
  });

  it('keeps every row where it fails, and sends them on Retry', async () => {
    server.set('POST /patient/add-patients', '500', { times: 1 });
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), line('Ada'));
    await user.type(cell('Name', 2), 'Grace');
    await user.click(saveAll());
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(cell('Name', 1)).toHaveValue('Ada');
    expect(cell('Name', 2)).toHaveValue('Grace');
    expect((await storedGrid()).rows[0]?.name).toBe('Ada');
    await user.click(retry);
    expect(await screen.findByText('Patients added successfully')).toBeVisible();
  });
});
