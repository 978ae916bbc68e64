import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { utils, write } from 'xlsx';
import type { EventObject } from 'xstate';
import type { Patient } from '@/contract';
import { editPatientMachine } from '@/machines/edit-patient.machine';
import { savePatientsMachine } from '@/machines/save-patients.machine';
import { pasteText } from '../../lib/paste-text';
import { ROOT } from '../../lib/run';
import {
  address,
  anyRow,
  completeAddress,
  enabled,
  gone,
  holds,
  loaded,
  openSection,
  openTab,
} from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import { type Flow, rows, type SoakUser } from '../soak-user';
import { walk } from '../walk';

/** Input with which the machine considers that there is something to save. */
const completeRow = {
  id: 'row-soak',
  name: 'Soak',
  email: 'soak@example.com',
  phone: '+1 212 555 0100',
  age: '36',
  ...completeAddress,
  shippingType: '',
  frequency: '',
  kitType: '',
};

/** A row of the grid that is saved as a patient. */
interface NewPatient {
  readonly name: string;
  readonly email: string;
}

function newPatient(user: SoakUser): NewPatient {
  const email = `${user.fresh('pat')}@example.com`;
  user.attempt('patients', email);
  return { name: user.fresh('Soak Patient '), email };
}

const cellsOf = ({ name, email }: NewPatient): string[] => [
  name,
  email,
  '+1 212 555 0100',
  '36',
  ...address.map(([, text]) => text),
];

const firstRow = (page: Page) => page.getByLabel('Name, row 1', { exact: true });

/** Saves the grid's rows, at most three times; `refill` puts new rows in once it is empty. */
async function saveGrid(user: SoakUser, filled: NewPatient[], refill: () => Promise<NewPatient[]>) {
  const { page } = user;
  const first = firstRow(page);
  const save = page.getByRole('button', { name: 'Save All' });
  let patients = filled;
  const confirm = () => {
    for (const { name, email } of patients)
      user.confirmSaved({
        table: 'patients',
        where: { patient_email: email },
        holds: { patient_name: name },
      });
    patients = [];
  };
  await walk(user, {
    page,
    machine: savePatientsMachine,
    acts: [
      {
        event: { type: 'SAVE', rows: [completeRow] } as EventObject,
        async perform() {
          if ((await first.inputValue()) === '') patients = await refill();
          await save.dblclick();
        },
      },
    ],
    calls: {
      // Makes no request: it checks whether another tab is saving.
      startSaving: {
        operation: 'POST /patient/add-patients',
        output: { turn: 'mine', rows: [{ row: completeRow, before: null }], unanswered: [] },
        answered: async () => 'ok',
      },
      addPatients: {
        operation: 'POST /patient/add-patients',
        async confirmed() {
          await holds(first, '');
          confirm();
        },
        async kept() {
          await save.waitFor();
          await holds(first, patients[0]?.name ?? '');
        },
      },
    },
    most: 3,
  });
  // A check of the list may still be pending or may have failed; the next walk must start without one.
  const checkAgain = page.getByRole('button', { name: 'Check again' });
  for (await save.waitFor(); await checkAgain.isVisible(); await save.waitFor()) await checkAgain.click();
  // Rows that left the grid were found in the list; the others are still on screen.
  if ((await first.inputValue()) === '') confirm();
  else await holds(first, patients[0]?.name ?? '');
}

/** The empty grid. Rows that could not be saved before are removed, as their user would do who gives up. */
async function openGrid(user: SoakUser): Promise<void> {
  const { page } = user;
  await signedInAs(user, provider);
  await openSection(page, 'Patients');
  await openTab(page, 'Add Patients');
  const first = firstRow(page);
  await first.waitFor();
  const remove = page.getByRole('button', { name: 'Remove row 1', exact: true });
  for (let name = await first.inputValue(); name !== ''; name = await first.inputValue()) {
    await remove.click();
    for (let waited = 0; (await first.inputValue()) === name; waited += 50) {
      if (waited > 5000) throw new Error('a row can’t be removed');
      await page.waitForTimeout(50);
    }
  }
}

export const addPatients: Flow = {
  name: 'adding patients',
  async go(user) {
    const { page } = user;
    await openGrid(user);
    const first = firstRow(page);
    const paste = async () => {
      const patient = newPatient(user);
      await first.click();
      await pasteText(page, cellsOf(patient).join('\t'));
      await holds(first, patient.name);
      return [patient];
    };
    await saveGrid(user, await paste(), paste);
  },
};

export const importPatients: Flow = {
  name: 'importing patients from a file',
  async go(user) {
    const { page } = user;
    await openGrid(user);
    const upload = async () => {
      const patients = Array.from({ length: 2 + user.random.below(5) }, () => newPatient(user));
      const open = page.getByRole('button', { name: 'Import Patients from File' });
      const dialog = page.getByRole('dialog', { name: 'Import Patients from File' });
      const add = dialog.getByRole('button', { name: `Add ${patients.length} rows to the grid` });
      await open.click();
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Upload File' }).click(),
      ]);
      await chooser.setFiles(workbookOf(patients));
      await loaded(dialog, add);
      await enabled(add, dialog);
      await add.click();
      await gone(dialog);
      await holds(firstRow(page), patients[0]?.name ?? '');
      return patients;
    };
    await saveGrid(user, await upload(), upload);
  },
};

/** Writes an Excel file with these patients; returns its path. */
function workbookOf(patients: readonly NewPatient[]): string {
  const header = ['Name', 'Email', 'Phone', 'Age', ...address.map(([label]) => label)];
  const book = utils.book_new();
  const rows = patients.map((patient) => [...cellsOf(patient), 'USPS', '3 Months', 'kit 1']);
  const titles = [...header, 'Shipping Type', 'Frequency', 'Kit Type'];
  utils.book_append_sheet(book, utils.aoa_to_sheet([titles, ...rows]), 'Patients');
  // Other engines may run from the same folder at the same time.
  const path = join(ROOT, `.cache/soak-${process.pid}.xlsx`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  return path;
}

export const editPatient: Flow = {
  name: 'editing a patient',
  async go(user) {
    const { page } = user;
    await signedInAs(user, provider);
    await openSection(page, 'Patients');
    await openTab(page, 'Update Patients');
    const table = page.getByRole('table', { name: 'Patients' });
    const row = await anyRow(user, 'button', 'Edit');
    const [known] = await rows(page, 'patients', { patient_name: row.name });
    const patient = known as unknown as Patient;
    const phone = `+1 212 555 ${String(user.random.below(10_000)).padStart(4, '0')}`;
    const field = table.getByRole('textbox', { name: 'Phone' });
    const save = table.getByRole('button', { name: 'Save', exact: true });
    const cancel = table.getByRole('button', { name: 'Cancel', exact: true });
    await walk(user, {
      page,
      machine: editPatientMachine,
      acts: [
        { event: { type: 'EDIT', row: patient } as EventObject, perform: () => row.control.click() },
        {
          event: { type: 'SAVE', record: patient } as EventObject,
          perform: async () => {
            await field.fill(phone);
            await field.press('Enter');
          },
        },
        { event: { type: 'CANCEL' }, perform: () => cancel.click() },
      ],
      calls: {
        updatePatient: {
          operation: 'PUT /patient/update-patient/{id}',
          async confirmed() {
            await gone(field);
            user.confirmSaved({
              table: 'patients',
              where: { patient_email: patient.patient_email },
              holds: { patient_phone: phone },
            });
          },
          async kept() {
            await save.waitFor();
            await holds(field, phone);
          },
        },
      },
    });
    // Disabled while the outcome of a lost answer is looked up, after which the row may be closed.
    await cancel.and(page.locator(':disabled')).waitFor({ state: 'detached' });
    if (await cancel.isVisible()) await cancel.click();
  },
};
