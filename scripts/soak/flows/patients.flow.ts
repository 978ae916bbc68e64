import type { EventObject } from 'xstate';
import type { Patient } from '@/contract';
import { editPatientMachine } from '@/machines/edit-patient.machine';
import { savePatientsMachine } from '@/machines/save-patients.machine';
import { pasteText } from '../../lib/paste-text';
import { address, anyRow, completeAddress, gone, holds, openSection, openTab } from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import { type Flow, rows } from '../soak-user';
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

export const addPatients: Flow = {
  name: 'adding patients',
  async go(user) {
    const { page } = user;
    await signedInAs(user, provider);
    await openSection(page, 'Patients');
    await openTab(page, 'Add Patients');
    const first = page.getByLabel('Name, row 1', { exact: true });
    await first.waitFor();
    let email = '';
    let name = '';
    /** A new patient, pasted over the rows that could not be saved before. */
    const paste = async () => {
      email = `${user.fresh('pat')}@example.com`;
      name = user.fresh('Soak Patient ');
      await first.click();
      const cells = [name, email, '+1 212 555 0100', '36', ...address.map(([, text]) => text)];
      await pasteText(page, cells.join('\t'));
      await holds(first, name);
    };
    await paste();
    const save = page.getByRole('button', { name: 'Save All' });
    await walk(user, {
      page,
      machine: savePatientsMachine,
      acts: [
        {
          event: { type: 'SAVE', rows: [completeRow] } as EventObject,
          async perform() {
            if ((await first.inputValue()) === '') await paste();
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
            user.confirmSaved({
              table: 'patients',
              where: { patient_email: email },
              holds: { patient_name: name },
            });
          },
          async kept() {
            await save.waitFor();
            await holds(first, name);
          },
        },
      },
      most: 3,
    });
    // A check of the list may still be pending or may have failed; the next walk must start without one.
    const checkAgain = page.getByRole('button', { name: 'Check again' });
    for (await save.waitFor(); await checkAgain.isVisible(); await save.waitFor()) await checkAgain.click();
    const notSaved = page.getByText('your patients aren’t in your list');
    if (await notSaved.isVisible())
      await page.getByRole('button', { name: 'Remove row 1', exact: true }).click();
    // Rejected rows stay in the grid; the next patient is pasted over them.
  },
};

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
