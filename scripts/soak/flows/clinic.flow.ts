import type { Locator } from '@playwright/test';
import { isOutcomeUnknown } from '@/contract';
import { answersFrom, failureOf, isGood } from '../answers';
import { address, chooseInAccountMenu, enabled, fillIn, holds, loaded, openTab } from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import type { Account, Flow, SavedRow, SoakUser } from '../soak-user';

interface Form {
  readonly panel: Locator;
  readonly operation: string;
  /** Some of the fields, with new values. */
  readonly typed: readonly (readonly [string, string])[];
  readonly saves: SavedRow;
  /** Fetched before another try, where the outcome of the last one is unknown; if that fails, nothing is sent. */
  readonly looksFirst?: string;
}

/** A form of one call without steps, which has no machine: sent until it is saved, at most three times. */
async function sendForm(user: SoakUser, { panel, operation, typed, saves, looksFirst }: Form): Promise<void> {
  const send = panel.getByRole('button', { name: /^(Save|Update)$/ });
  await fillIn(panel, typed);
  let isUnknown = false;
  for (let tries = 0; tries < 3; tries += 1) {
    const answers = await answersFrom(user.page);
    await send.dblclick();
    if (looksFirst && isUnknown) {
      await answers.first(looksFirst);
      await enabled(send, panel);
      if (!(await answers.has(operation))) {
        user.note(`    ${looksFirst} fails, so ${operation} is not sent`);
        user.sawFailure();
        continue;
      }
    }
    const branch = await answers.next(operation);
    user.note(`    ${operation} answers ${branch}`);
    // The form is busy until it has fetched the current data.
    await enabled(send, panel);
    for (const [label, text] of typed) await holds(panel.getByLabel(label, { exact: true }), text);
    await answers.expectEachOnce();
    if (isGood(branch)) {
      user.confirmSaved(saves);
      return;
    }
    user.sawFailure();
    if (branch === 'ok.lost') user.outcomeUnknown(operation);
    const notice = panel.locator('.notice').first();
    // After an unknown outcome the form fetches the saved data, which may match the input.
    isUnknown = isOutcomeUnknown(failureOf(operation, branch));
    if (isUnknown && !(await notice.isVisible())) {
      user.confirmSaved(saves);
      return;
    }
    await notice.waitFor();
  }
}

async function openClinicTab({ page }: SoakUser, name: string): Promise<Locator> {
  await chooseInAccountMenu(page, 'Profile');
  await openTab(page, name);
  const panel = page.getByRole('tabpanel', { name });
  await loaded(panel, panel.getByRole('button', { name: /^(Save|Update)$/ }));
  return panel;
}

export const clinicProfile: Flow = {
  name: 'changing the clinic’s profile',
  async go(user) {
    await signedInAs(user, provider);
    const phone = `+1 206 555 ${String(user.random.below(10_000)).padStart(4, '0')}`;
    const street = user.fresh('410 Harbor Street, floor ');
    await sendForm(user, {
      panel: await openClinicTab(user, 'Profile'),
      operation: 'POST /clinic/update-clinic-profile',
      typed: [
        ['Phone', phone],
        ['Street', street],
      ],
      saves: {
        table: 'clinics',
        where: { clinic_email: provider.email },
        holds: { phone_number: phone, clinic_street: street },
      },
    });
  },
};

export const updateLab: Flow = {
  name: 'updating the lab',
  async go(user) {
    await signedInAs(user, provider);
    const instructions = user.fresh('Ring at the side door, ');
    await sendForm(user, {
      panel: await openClinicTab(user, 'Sample Testing Lab'),
      operation: 'PUT /clinic/update-lab',
      typed: [['Sample drop-off instructions', instructions]],
      saves: { table: 'labs', where: { clinic_id: 'C001' }, holds: { instructions } },
    });
  },
};

/** A clinic must store its lab first. */
export async function addLab(user: SoakUser, clinic: Account, clinicId: unknown): Promise<void> {
  await signedInAs(user, clinic);
  const name = user.fresh('Lab ');
  await sendForm(user, {
    panel: await openClinicTab(user, 'Sample Testing Lab'),
    operation: 'POST /clinic/add-lab',
    typed: [
      ['Lab Name', name],
      ['Lab Identification Number', '22D0999999'],
      ['Phone', '+1 617 555 0142'],
      ...address,
      ['Sample drop-off instructions', 'Ring at the side door before 4 pm.'],
    ],
    saves: { table: 'labs', where: { clinic_id: clinicId }, holds: { lab_name: name } },
    looksFirst: 'GET /clinic/fetch-labs',
  });
}
