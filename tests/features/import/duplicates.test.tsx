import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WithApp } from '@tests/support/app';
import { expect, it, vi } from 'vitest';
import { importColumns } from '@/contract/patient-import';
import { ImportDialog } from '@/features/patients/import/import-dialog';
import type { KnownEmails } from '@/features/patients/import/import-preview';
import { makeXlsx, rowXml } from './make-xlsx';
import { fixtureFile, threeKits } from './support';

async function upload(file: File, knownEmails: Partial<KnownEmails> = {}) {
  const owner = { onOpenChange: vi.fn(), onAccept: vi.fn(), onRetryKits: vi.fn() };
  const known = { patients: [], grid: [], ...knownEmails };
  render(<ImportDialog open kits={threeKits} knownEmails={known} {...owner} />, {
    wrapper: WithApp,
  });
  await userEvent.upload(screen.getByLabelText('Excel file'), file, { applyAccept: false });
  await screen.findByRole('table', { name: 'Preview of the import', busy: false });
}

const address = ['31', '1 Main St', 'Boston', '02101', 'MA', 'USA', 'USPS', '1 Time', 'Kit 1'];

it('a row with the email of an earlier row is marked, in any letter case', async () => {
  const rows = [
    importColumns.map(({ title }) => title),
    ['Ada Byron', 'ada@example.com', '+1 555 010 0100', ...address],
    ['Ada King', 'ADA@example.com', '+1 555 010 0101', ...address],
  ];
  const sheet = rows.map((texts, index) => rowXml(index + 1, texts)).join('');
  await upload(new File([makeXlsx(sheet)], 'patients.xlsx'));
  expect(screen.getAllByText('Same email as row 2 of the file.')).toHaveLength(1);
});

it('a row whose email a patient of the clinic has already is marked', async () => {
  await upload(fixtureFile('good-25.xlsx'), { patients: ['Ava.Thompson@example.org '] });
  expect(screen.getAllByText('You already have a patient with this email.')).toHaveLength(1);
});

it('a row that is only in the grid so far is not called a patient', async () => {
  await upload(fixtureFile('good-25.xlsx'), { grid: ['ava.thompson@example.org'] });
  expect(screen.getAllByText('A row of the grid already has this email.')).toHaveLength(1);
  expect(screen.queryByText('You already have a patient with this email.')).not.toBeInTheDocument();
});
