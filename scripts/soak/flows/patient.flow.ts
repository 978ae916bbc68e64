import type { Page } from '@playwright/test';
import type { EventObject } from 'xstate';
import { profileUpdateMachine } from '@/machines/profile-update.machine';
import {
  address,
  completeAddress,
  enabled,
  fillIn,
  gone,
  holds,
  loaded,
  openSection,
  optionsLoaded,
} from '../on-screen';
import { patient, signedInAs } from '../signed-in';
import type { Account, Flow, SoakUser } from '../soak-user';
import { walk } from '../walk';

const profile = 'Profile & Kit Setup';

/** Input with which the machine considers the profile complete. */
const completeProfile = {
  name: 'Soak',
  phone: '+1 206 555 0123',
  age: '31',
  ...completeAddress,
  shippingType: 'USPS',
  frequency: '1 Time',
  kitType: 'kit',
  clinicId: '',
};

/** Fills in the whole profile, chooses a kit, and updates, cancels or retries as the machine allows. */
export async function updateProfile(user: SoakUser, account: Account): Promise<void> {
  const { page } = user;
  await signedInAs(user, account);
  await openSection(page, profile);
  const street = page.getByLabel('Street', { exact: true });
  await loaded(page, street);
  const phone = `+1 206 555 ${String(user.random.below(10_000)).padStart(4, '0')}`;
  const typed = user.fresh('2250 Alder Avenue, unit ');
  const kitType = page.getByLabel('Kit Type', { exact: true });
  const dialog = page.getByRole('alertdialog', { name: 'Update your profile?' });
  // A closing dialog has a button with the same name.
  const update = page.getByRole('main').getByRole('button', { name: 'Update', exact: true });
  let kit = '';
  await walk(user, {
    page,
    machine: profileUpdateMachine,
    acts: [
      {
        event: { type: 'UPDATE', values: completeProfile } as EventObject,
        async perform() {
          await fillIn(page, [['Age', '31'], ['Phone', phone], ...address, ['Street', typed]]);
          await page.getByLabel('Shipping Type').selectOption('Overnight');
          await page.getByLabel('Frequency').selectOption('3 Months');
          await optionsLoaded(page, kitType);
          await kitType.selectOption({ index: 1 + user.random.below(3) });
          kit = await kitType.inputValue();
          await update.click();
          await dialog.waitFor();
        },
      },
      {
        event: { type: 'CONFIRM' },
        perform: () => dialog.getByRole('button', { name: 'Update' }).dblclick(),
      },
      {
        event: { type: 'CANCEL' },
        async perform() {
          await dialog.getByRole('button', { name: 'Cancel' }).click();
          await gone(dialog);
        },
      },
    ],
    calls: {
      updateProfile: {
        operation: 'POST /patient/update-patient-profile',
        async confirmed() {
          await gone(dialog);
          await update.waitFor();
          user.confirmSaved({
            table: 'patients',
            where: { patient_email: account.email },
            holds: { patient_phone: phone, patient_street: typed, kit_type: kit, frequency: '3 Months' },
          });
        },
        async kept() {
          await update.waitFor();
          await holds(street, typed);
          await holds(kitType, kit);
        },
      },
    },
  });
  // Unlike a press on Cancel, this does nothing if the dialog is closing already.
  await page.keyboard.press('Escape');
  await gone(dialog);
}

async function track(user: SoakUser, page: Page): Promise<void> {
  const tracking = page.getByRole('region', { name: 'Kit Tracking Status' });
  const refresh = tracking.getByRole('button', { name: 'Refresh' });
  await enabled(refresh, tracking);
  await refresh.click();
  await enabled(refresh, tracking);
  const status = (await tracking.innerText()).replace(/Kit Tracking Status|Refresh|\s+/g, ' ').trim();
  if (status === '') throw new Error('the tracking says nothing');
  user.note(`    the kit: ${status.slice(0, 60)}`);
}

export const patientUpdates: Flow = {
  name: 'a patient updates the profile',
  go: (user) => updateProfile(user, patient),
};

export const patientLooks: Flow = {
  name: 'a patient looks at kits and tracking, with something unsaved in the form',
  async go(user) {
    const { page } = user;
    await signedInAs(user, patient);
    await openSection(page, profile);
    const street = page.getByLabel('Street', { exact: true });
    await loaded(page, street);
    const unsaved = user.fresh('Unsaved street ');
    await street.fill(unsaved);
    await track(user, page);
    await page.getByRole('button', { name: 'About the kits' }).click();
    await page.getByRole('heading', { name: 'Kit Information' }).waitFor();
    await openSection(page, profile);
    await loaded(page, street);
    await holds(street, unsaved);
    await track(user, page);
  },
};
