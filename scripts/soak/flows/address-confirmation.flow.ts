import type { Page } from '@playwright/test';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';
import { expectSaved, type Flow, rows } from '../soak-user';
import { walk } from '../walk';

/** The links in mails that have not been used yet. */
async function unusedLinks(page: Page): Promise<string[]> {
  const waiting = await rows(page, 'confirmations', { order_id: null });
  const mails = await page.evaluate(() => window.__mock?.mail.list() ?? []);
  return waiting
    .map(({ token }) => `/confirm-address/${token}`)
    .filter((path) => mails.some(({ link }) => link?.endsWith(path)));
}

export const confirmAddress: Flow = {
  name: 'confirming an address',
  async go(user) {
    const [link, ...others] = await unusedLinks(user.page);
    if (link === undefined) return;
    const path = user.random.pick([link, ...others]);
    const token = path.replace('/confirm-address/', '');
    await user.inOtherTab(path, async (tab) => {
      const ask = tab.getByRole('button', { name: 'Confirm Address' });
      const dialog = tab.getByRole('alertdialog', { name: 'Confirm Action' });
      await ask.waitFor();
      await walk(user, {
        page: tab,
        machine: addressConfirmationMachine,
        input: { token },
        acts: [
          { event: { type: 'ASK' }, perform: () => ask.click() },
          {
            event: { type: 'CANCEL' },
            perform: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
          },
          {
            event: { type: 'CONFIRM' },
            perform: () => dialog.getByRole('button', { name: 'Confirm' }).dblclick(),
          },
        ],
        calls: {
          confirmAddress: {
            operation: 'POST /order/confirm-address-order-kit',
            output: { success: true },
            async confirmed() {
              await tab.getByRole('heading', { name: 'Address Confirmed' }).waitFor();
              const [used] = await rows(tab, 'confirmations', { token });
              const { order_id, patient_id, kit_type } = used ?? {};
              const order: Parameters<typeof expectSaved>[1] = {
                table: 'orders',
                where: { order_id: order_id ?? 'none' },
                holds: { patient_id, kit_type },
              };
              await expectSaved(tab, order);
              user.confirmSaved(order);
            },
            async kept() {
              await dialog.waitFor({ state: 'hidden' });
              await tab.locator('.notice').first().waitFor();
            },
          },
        },
        most: 10,
      });
    });
  },
};
