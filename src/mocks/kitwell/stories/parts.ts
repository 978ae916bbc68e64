import type { Act, Subject } from './story';

/** Parts of the product that several stories use. */

export const button = (name: string, within?: Subject): Subject =>
  within === undefined ? { role: 'button', name } : { role: 'button', name, within };

export const heading = (name: string): Subject => ({ role: 'heading', name });

export const orderDialog: Subject = { role: 'dialog', name: 'Order Kit' };

/** Fills in the Order Kit dialog of a patient. */
export const fillInOrder = (patient: string): readonly Act[] => [
  { press: button(`Order kit for ${patient}`) },
  { choose: 'Every 3 Months', from: { role: 'combobox', name: 'Frequency', within: orderDialog } },
  { choose: 'Standard 5 Panel, $129', from: { role: 'combobox', name: 'Kit Type', within: orderDialog } },
];

/** Sends the filled-in order, which asks for the agreement to the terms. */
export const sendOrder: readonly Act[] = [{ press: button('Place Order', orderDialog) }];
export const agree: readonly Act[] = [{ press: button('I agree') }];
export const placeOrder: readonly Act[] = [...sendOrder, ...agree];

export const importDialog: Subject = { role: 'dialog', name: 'Import Patients from File' };

/** Imports the two patients of the sample file into the grid. */
export const importSample: readonly Act[] = [
  { press: button('Import Patients from File') },
  { upload: 'sample-patients.xlsx', by: button('Upload File') },
  { press: button('Add 2 rows to the grid') },
];
