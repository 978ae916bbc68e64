import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { api } from '@/app/api';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { operationActor, useApiStore } from '@/app/operation-actor';
import { dashboardToast, type Store } from '@/app/store';
import { paymentMessages } from '@/contract';
import { HostedCheckoutError, hostedCheckout } from '@/lib/hosted-checkout';
import { report } from '@/lib/report';
import { billingCheckoutMachine } from '@/machines/billing-checkout.machine';
import { openFlow } from '@/machines/flows.machine';
import { fixed, strings } from './strings';

interface Billing {
  /** "Add Card Details", "Edit Card Details", or "Redirecting to Stripe..." while redirecting. */
  readonly label: string;
  readonly busy: boolean;
  /** Opens the hosted checkout; does nothing while redirecting. */
  start(): void;
}

/**
 * The account's only checkout: the menu and the buttons that lead to it show the same state, and two presses create one
 * session. It outlives the menu and the sections, so that closing one does not cancel the redirect.
 */
const checkoutOf = sessionScoped(createCheckout, ({ stop }) => stop());

function createCheckout(store: Store) {
  const machine = billingCheckoutMachine.provide({
    actors: {
      createSession: operationActor(store, 'createCheckoutSession', () => ({ body: {} })),
      openCheckout: fromPromise(({ input }) => hostedCheckout.open(input.sessionId)),
    },
  });
  const actor: ActorRefFrom<typeof billingCheckoutMachine> = openFlow(
    appPortOf(store).flows(),
    'billing-checkout',
    machine,
  );
  actor.on('unavailable', ({ error }) => toastUnavailable(error));
  actor.on('returned', () => void store.dispatch(api.util.invalidateTags(['PaymentDetails'])));
  // A page from the bfcache is restored as it was left, while redirecting.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) actor.send({ type: 'RETURNED' });
  };
  window.addEventListener('pageshow', comeBack);
  return { actor, stop: () => window.removeEventListener('pageshow', comeBack) };
}

/** Adding or changing the clinic's card (§2 "Header", §4 "Billing"). */
export function useBilling(): Billing {
  const store = useApiStore();
  const { data } = api.useCheckPaymentDetailsQuery();
  const { actor } = useMemo(() => checkoutOf(store), [store]);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('redirecting'));
  const idleLabel = data?.hasPaymentDetails ? fixed.menu.edit : strings.menu.add;
  return {
    label: busy ? fixed.menu.redirecting : idleLabel,
    busy,
    start: () => actor.send({ type: 'START' }),
  };
}

/** Shows why the checkout could not be opened: this is not a call of the contract, so it has no notice. */
function toastUnavailable(error: unknown): void {
  const isCheckoutError = error instanceof HostedCheckoutError;
  if (!isCheckoutError) report('the checkout could not be opened', { error: String(error) });
  const text = isCheckoutError ? error.message : paymentMessages.failed;
  dashboardToast(text, { tone: 'error', topic: 'createCheckoutSession' });
}
