import { useCallback, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { paymentMessages } from '@/contract';
import { api } from '@/features/api/api';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow, useFlowEvents } from '@/features/api/use-flow';
import { type HostedCheckout, HostedCheckoutError, hostedCheckout } from '@/lib/hosted-checkout';
import { report } from '@/lib/report';
import { billingCheckoutMachine } from '@/machines/billing-checkout.machine';
import { fixed, strings } from './strings';

interface Billing {
  /** "Add Card Details", "Edit Card Details", or "Redirecting to Stripe..." while redirecting. */
  readonly label: string;
  readonly busy: boolean;
  /** Opens the hosted checkout; does nothing while redirecting. */
  start(): void;
}

/**
 * The Billing entry of the header's menu (SPEC §2, §4). Use it in a component that stays mounted when the menu closes,
 * so that the redirect is not cancelled.
 */
export function useBilling(checkout: HostedCheckout = hostedCheckout): Billing {
  const store = useApiStore();
  const { data } = api.useCheckPaymentDetailsQuery();
  const [snapshot, send, actor] = useFlow('billing-checkout', () => connect(store, checkout));

  useFlowEvents(actor, {
    unavailable: ({ error }) => toastUnavailable(error),
    returned: () => store.dispatch(api.util.invalidateTags(['PaymentDetails'])),
  });

  useEffect(() => {
    // A page from the bfcache is restored as it was left, while redirecting.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) send({ type: 'RETURNED' });
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [send]);

  const busy = snapshot.hasTag('redirecting');
  const idleLabel = data?.hasPaymentDetails ? fixed.menu.edit : strings.menu.add;
  const start = useCallback(() => send({ type: 'START' }), [send]);
  return { label: busy ? fixed.menu.redirecting : idleLabel, busy, start };
}

const connect = (store: Store, checkout: HostedCheckout) =>
  billingCheckoutMachine.provide({
    actors: {
      createSession: operationActor(store, 'createCheckoutSession', () => ({ body: {} })),
      openCheckout: fromPromise(({ input }) => checkout.open(input.sessionId)),
    },
  });

/** Shows why the checkout could not be opened: this is not a call of the contract, so it has no notice. */
function toastUnavailable(error: unknown): void {
  const known = error instanceof HostedCheckoutError;
  if (!known) report('the checkout could not be opened', { error: String(error) });
  const text = known ? error.message : paymentMessages.failed;
  dashboardToast(text, { tone: 'error', topic: 'createCheckoutSession' });
}
