import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WithApp } from '@tests/support/app';
import { useState } from 'react';
import type { ImportedRow, ImportKits } from '@/domain/patient-import';
import { ImportDialog } from '@/features/patients/import/import-dialog';
import type { ExistingEmails } from '@/features/patients/import/import-preview';
import { LiveRegion } from '@/ui/feedback/announce';
import { makeXlsx, rowXml } from './make-xlsx';
import { threeKits } from './support';

/** A file as another program might export it. */
export const clinicFile = makeXlsx(
  rowXml(1, ['Surname', 'First name', 'Place', 'E-mail', 'Apt', 'Favourite colour', 'Mobile']) +
    rowXml(2, ['Thompson', 'Ava', 'Boston', 'ava@example.com', 'Apt 4', 'Blue', '+1 617 555 0123']),
);

interface DialogOptions {
  readonly kits?: ImportKits;
  readonly existingEmails?: Partial<ExistingEmails>;
}

/** Renders the dialog with an owner that stores accepted rows, like the grid. */
export function openDialog({ kits = threeKits, existingEmails = {} }: DialogOptions = {}) {
  const emails = { patients: [], grid: [], ...existingEmails };
  const accepted: Array<readonly ImportedRow[]> = [];
  function Owner({ kitList }: { kitList: ImportKits }) {
    const [open, setOpen] = useState(true);
    return (
      <>
        <LiveRegion />
        <button type="button" onClick={() => setOpen(true)}>
          Import Patients from File
        </button>
        <ImportDialog
          open={open}
          onOpenChange={setOpen}
          kits={kitList}
          existingEmails={emails}
          onRetryKits={() => undefined}
          onAccept={(rows) => accepted.push(rows)}
        />
      </>
    );
  }
  const view = render(<Owner kitList={kits} />, { wrapper: WithApp });
  return {
    accepted,
    changeKits: (kitList: ImportKits) => view.rerender(<Owner kitList={kitList} />),
    close: () => view.unmount(),
  };
}

export const upload = (file: File) =>
  userEvent.upload(screen.getByLabelText('Excel file'), file, { applyAccept: false });

export const addButton = (name = /^Add .* to the grid$/) => screen.findByRole('button', { name });

export const bodyRows = async () => {
  const preview = await screen.findByRole('table', { name: 'Preview of the import', busy: false });
  return within(preview).getAllByRole('row').slice(1);
};
