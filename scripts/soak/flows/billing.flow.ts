import type { Page } from '@playwright/test';
import type { CheckoutSessionId } from '@/contract';
import { billingCheckoutMachine } from '@/machines/billing-checkout.machine';
import { paymentReturnMachine } from '@/machines/payment-return.machine';
import { addressOf, goInHistory } from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import type { Flow, SoakUser } from '../soak-user';
import { walk } from '../walk';

const checkout = /\/__mock\/checkout/;

/** From the header's menu to the hosted page, possibly back, and there again. Returns whether it ended on that page. */
async function goToCheckout(user: SoakUser, tab: Page): Promise<boolean> {
  const greeting = tab.getByRole('button', { name: /^Hey, / });
  const entry = tab.getByRole('menuitem', { name: /^(Add|Edit) Card Details$/ });
  const output = { sessionId: 'cs_test_soak' as CheckoutSessionId };
  const hosted = tab.getByRole('button', { name: 'Pay with the test card' });
  await walk(user, {
    page: tab,
    machine: billingCheckoutMachine,
    acts: [
      {
        event: { type: 'START' },
        async perform() {
          // A failed attempt leaves the menu open.
          if (!(await entry.isVisible())) await greeting.click();
          await entry.click();
        },
      },
      {
        event: { type: 'RETURNED' },
        async perform() {
          await goInHistory(tab, -1);
          await signedInAs({ page: tab, note: user.note }, provider);
        },
      },
    ],
    calls: {
      createSession: {
        operation: 'POST /payment/create-checkout-session',
        output,
        answered: (answers) => answers.next('POST /payment/create-checkout-session', checkout),
        kept: () => entry.waitFor(),
      },
      openCheckout: {
        operation: 'leaving for the checkout',
        async answered() {
          await tab.waitForURL(checkout);
          await hosted.waitFor();
          return 'ok';
        },
      },
    },
    most: 4,
  });
  return checkout.test(await addressOf(tab));
}

/** Returns to the product: a payment is verified until it is saved, a cancelled one shows the cancellation. */
async function comeBack(user: SoakUser, tab: Page, outcome: 'success' | 'cancel'): Promise<void> {
  const sessionId = new URL(await addressOf(tab)).searchParams.get('session_id') ?? '';
  const saved = tab.getByRole('heading', { name: 'Payment method saved successfully!' });
  const retry = tab.getByRole('button', { name: 'Retry' });
  await walk(user, {
    page: tab,
    machine: paymentReturnMachine,
    input: { outcome, sessionId },
    acts: [
      // The page sends this event by itself.
      { event: { type: 'START' }, perform: () => Promise.resolve() },
      { event: { type: 'RETRY' }, perform: () => retry.click() },
    ],
    calls: {
      verifySession: {
        operation: 'GET /payment/payment-success',
        output: { success: true },
        // A read, which is retried automatically, so the screen determines the result.
        async answered() {
          await saved.or(retry).first().waitFor({ timeout: 60_000 });
          return (await saved.isVisible()) ? 'ok' : 'soft-fail';
        },
        async confirmed() {
          user.confirmSaved({
            table: 'cards',
            where: { clinic_id: 'C001' },
            holds: { session_id: sessionId },
          });
        },
      },
    },
    most: 12,
  });
  if (outcome === 'cancel') await tab.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
  user.confirmSaved({
    table: 'checkouts',
    where: { session_id: sessionId },
    holds: { status: outcome === 'success' ? 'paid' : 'cancelled' },
  });
}

export const storeCard: Flow = {
  name: 'storing a card at the hosted checkout',
  async go(user) {
    await signedInAs(user, provider);
    await user.inOtherTab('/dashboard', async (tab) => {
      await signedInAs({ page: tab, note: user.note }, provider);
      if (!(await goToCheckout(user, tab))) return;
      if (user.random.next() < 0.3) {
        user.note('    the card is declined');
        await tab.getByRole('button', { name: 'Pay with a card that is declined' }).click();
        await tab.getByText('Your card was declined.').waitFor();
      }
      const paid = user.random.next() < 0.6;
      user.note(paid ? '    pays' : '    cancels');
      await tab.getByRole('button', { name: paid ? 'Pay with the test card' : 'Cancel' }).click();
      await tab.waitForURL(paid ? /payment-success/ : /payment-cancel/);
      await comeBack(user, tab, paid ? 'success' : 'cancel');
    });
  },
};
