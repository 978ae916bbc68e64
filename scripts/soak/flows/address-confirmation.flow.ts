import type { Page } from '@playwright/test';
import { answersFrom, isGood } from '../answers';
import { expectSaved, type Flow, rows, type SoakUser } from '../soak-user';

const operation = 'POST /order/confirm-address-order-kit';

/** The links in mails that have not been used yet. */
async function unusedLinks(page: Page): Promise<string[]> {
  const waiting = await rows(page, 'confirmations', { order_id: null });
  const mails = await page.evaluate(() => window.__mock?.mail.list() ?? []);
  return waiting
    .map(({ token }) => `/confirm-address/${token}`)
    .filter((path) => mails.some(({ link }) => link?.endsWith(path)));
}

/** Asks, and cancels or confirms, until the address is confirmed: at most five times. */
async function confirm(user: SoakUser, tab: Page, token: string): Promise<void> {
  const ask = tab.getByRole('button', { name: 'Confirm Address' });
  const dialog = tab.getByRole('alertdialog', { name: 'Confirm Action' });
  for (let tries = 0; tries < 5; tries += 1) {
    await ask.click();
    if (user.random.below(2) === 0) {
      user.note('  cancel');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      continue;
    }
    const answers = await answersFrom(tab);
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick();
    const branch = await answers.next(operation);
    user.note(`    ${operation} answers ${branch}`);
    if (isGood(branch)) {
      await tab.getByRole('heading', { name: 'Address Confirmed' }).waitFor();
      await answers.expectEachOnce();
      await expectOrder(user, tab, token);
      return;
    }
    user.sawFailure();
    if (branch === 'ok.lost') user.outcomeUnknown(operation);
    await dialog.waitFor({ state: 'hidden' });
    await tab.locator('.notice').first().waitFor();
    await answers.expectEachOnce();
  }
}

/** Expects the order that the confirmation created. */
async function expectOrder(user: SoakUser, tab: Page, token: string): Promise<void> {
  const [used] = await rows(tab, 'confirmations', { token });
  const { order_id, patient_id, kit_type } = used ?? {};
  const order: Parameters<typeof expectSaved>[1] = {
    table: 'orders',
    where: { order_id: order_id ?? 'none' },
    holds: { patient_id, kit_type },
  };
  await expectSaved(tab, order);
  user.confirmSaved(order);
}

export const confirmAddress: Flow = {
  name: 'confirming an address',
  async go(user) {
    const [link, ...others] = await unusedLinks(user.page);
    if (link === undefined) return;
    const path = user.random.pick([link, ...others]);
    await user.inOtherTab(path, (tab) => confirm(user, tab, path.replace('/confirm-address/', '')));
  },
};
