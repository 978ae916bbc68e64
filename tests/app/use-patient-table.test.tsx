import { screen, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { patientListColumns, usePatientTable } from '@/app/use-patient-table';
import { clearStored, readStored } from '@/lib/storage';
import { SearchedTable } from '@/ui/table/searched-table';

const call = { name: 'fetchPatients', operation: 'GET /patient/fetch-patients' } as const;
const server = startMockServer();
beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo' });
  await server.as('provider');
});

interface PatientRow {
  readonly patient_id: string;
}

const columns = Object.values(patientListColumns);
const usual = { table: 'Patients of the clinic' };

interface ListProps {
  readonly list?: 'authenticate' | 'booking';
  readonly texts?: Parameters<typeof usePatientTable>[0]['texts'];
  readonly onAddPatients?: () => void;
}

function List({ list = 'authenticate', texts = usual, onAddPatients }: ListProps) {
  const { table } = usePatientTable({ list, texts, onAddPatients });
  return <SearchedTable {...table} columns={columns} />;
}

const rows = () =>
  within(screen.getByRole('table', { name: usual.table }))
    .getAllByRole('row')
    .slice(1);
const search = () => screen.getByRole('searchbox', { name: 'Search by name, email or phone' });

/** Replaces the demo patients by these. */
async function havePatients(...names: string[]) {
  const demo = server.db.list('patients') as PatientRow[];
  for (const { patient_id } of demo) await server.db.remove('patients', patient_id);
  for (const [at, name] of names.entries())
    await server.db.insert('patients', {
      ...demo[0],
      patient_id: `P-${at}`,
      id: at,
      account_id: null,
      patient_name: name,
      patient_email: `${at}@${name.toLowerCase()}.example.com`,
      patient_phone: `+1617555010${at}`,
    });
}

describe('a list of patients', () => {
  it('cuts a name that no page can lay out in time', async () => {
    await havePatients('x'.repeat(10_000));
    renderPart(<List />);
    expect(await screen.findByText(`${'x'.repeat(199)}…`)).toBeVisible();
  });

  it('numbers its rows and shows name, email and phone, in full as a title', async () => {
    await havePatients('Ada', 'Grace');
    renderPart(<List />);
    expect(await screen.findByText('2 patients')).toBeVisible();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['SNO', 'Name', 'Email', 'Phone']);
    expect(
      rows().map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['1', 'Ada', '0@ada.example.com', '+1 617 555 0100'],
      ['2', 'Grace', '1@grace.example.com', '+1 617 555 0101'],
    ]);
    expect(screen.getByTitle('Ada')).toBeVisible();
    expect(screen.getByTitle('1@grace.example.com')).toBeVisible();
  });

  it('is searched by name and by email, and shows similar names if there is no match', async () => {
    await havePatients('Ada', 'Grace', 'Barbara');
    const { user } = renderPart(<List />);
    await screen.findByText('3 patients');
    await user.type(search(), 'grace');
    expect(await screen.findByText('1 of 3 patients')).toBeVisible();
    await user.clear(search());
    await user.type(search(), '2@bar');
    expect(await screen.findByText('1 of 3 patients')).toBeVisible();
    expect(rows()).toHaveLength(1);
    await user.clear(search());
    await user.type(search(), 'barbata');
    expect(await screen.findByText('No exact match, 1 similar')).toBeVisible();
    await user.clear(search());
    await user.type(search(), 'nobody');
    expect(await screen.findByText('No patients found')).toBeVisible();
    expect(screen.getByText(/name, email or phone/)).toBeVisible();
  });

  it('is sorted by each column but the number, and remembers that for this list only', async () => {
    await havePatients('Ada', 'Grace');
    const { user, unmount } = renderPart(<List />);
    await screen.findByText('2 patients');
    expect(screen.queryByRole('button', { name: /SNO/ })).toBeNull();
    const names = () => rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent);
    for (const column of ['Email', 'Phone', 'Name']) {
      const header = screen.getByRole('button', { name: column });
      await user.click(header);
      expect(names()).toEqual(['Ada', 'Grace']);
      await user.click(header);
      expect(names()).toEqual(['Grace', 'Ada']);
    }
    expect(Object.keys(readStored('patientListSorts'))).toEqual(['authenticate']);
    unmount();
    const other = renderPart(<List list="booking" />);
    await screen.findByText('2 patients');
    expect(names()).toEqual(['Ada', 'Grace']);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    other.unmount();
    renderPart(<List />);
    await screen.findByText('2 patients');
    expect(names()).toEqual(['Grace', 'Ada']);
    expect(Object.keys(readStored('patientListSorts')).sort()).toEqual(['authenticate', 'booking']);
  });

  it('offers to try again after a failed call, and is loading meanwhile', async () => {
    const paused = pauseResponses(server, call, ['500', 'ok']);
    const { user } = renderPart(<List />);
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    await paused.releaseNext();
    expect(await screen.findByText('We couldn’t load your patients.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await paused.decided();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    await paused.releaseNext();
    expect(await screen.findByText('24 patients')).toBeVisible();
  });

  it('says that it is empty, and where to add patients', async () => {
    await havePatients();
    const onAddPatients = vi.fn();
    const { user, unmount } = renderPart(<List onAddPatients={onAddPatients} />);
    expect(await screen.findByText('No patients yet')).toBeVisible();
    expect(screen.getByText('Add your first patients in the Patients section.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add patients' }));
    expect(onAddPatients).toHaveBeenCalledOnce();
    unmount();
    renderPart(<List texts={{ ...usual, emptyHint: 'Add them above.' }} />);
    expect(await screen.findByText('Add them above.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add patients' })).toBeNull();
  });
});
