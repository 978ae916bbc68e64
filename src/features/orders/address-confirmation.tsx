import { useState } from 'react';
import { failureMessage } from '@/contract';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow, useFlowEvents } from '@/features/api/use-flow';
import { AuthLayout } from '@/lib/site/auth-layout';
import { addressConfirmationMachine } from '@/machines/address-confirmation.machine';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { announce } from '@/ui/feedback/announce';
import { AutoFocusText } from '@/ui/feedback/auto-focus-text';
import { Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { fixed, strings } from './strings';

/** The address-confirmation machine, connected to the API. */
function useAddressConfirmation(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('address-confirmation', machine, { token });
  useFlowEvents(actor, { confirmed: () => announce(fixed.confirmation.confirmed) });
  return { snapshot, send };
}

const connect = (store: Store) =>
  addressConfirmationMachine.provide({
    actors: { confirmAddress: operationActor(store, 'confirmAddress', (body) => ({ body })) },
  });

/** The patient confirms their address, which creates the order (SPEC §2 "Confirm Your Address"). */
export function AddressConfirmation({ token }: { token: string }) {
  const { snapshot, send } = useAddressConfirmation(token);
  if (snapshot.hasTag('confirmed')) return <AddressConfirmed />;
  return (
    <AuthLayout title={fixed.confirmation.title} description={strings.confirmation.description}>
      <div className="grid justify-items-start gap-6">
        <Problem
          className="w-full"
          also={snapshot.hasTag('outcome-unknown') ? strings.confirmation.mayBeConfirmed : null}
        >
          {failureMessage(snapshot.context.failure)}
        </Problem>
        <Button size="lg" onClick={() => send({ type: 'ASK' })}>
          {fixed.confirmation.confirm}
        </Button>
      </div>
      <ConfirmDialog
        open={snapshot.hasTag('dialog')}
        onOpenChange={(open) => {
          if (!open) send({ type: 'CANCEL' });
        }}
        title={fixed.confirmation.dialogTitle}
        description={fixed.confirmation.question}
        onConfirm={() => send({ type: 'CONFIRM' })}
        busy={snapshot.hasTag('busy')}
      />
    </AuthLayout>
  );
}

function AddressConfirmed() {
  return (
    <AuthLayout title={fixed.confirmation.confirmed}>
      <AutoFocusText className="text-lg text-ink-2">{strings.confirmation.whatNext}</AutoFocusText>
    </AuthLayout>
  );
}
