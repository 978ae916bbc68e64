import { useEffect, useRef } from 'react';
import { wordsForFailure } from '@/contract';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Notice } from '@/shared/ui/notice';
import { fixed, strings } from './strings';
import { useAddressConfirmation } from './use-address-confirmation';

/** The patient confirms their address, which makes the order (SPEC §2 "Confirm Your Address"). */
export function AddressConfirmation({ token }: { token: string }) {
  const { snapshot, send } = useAddressConfirmation(token);
  const { failure } = snapshot.context;
  const problem = failure === null ? null : wordsForFailure(failure);
  if (snapshot.hasTag('confirmed')) return <AddressConfirmed />;
  return (
    <AuthLayout title={fixed.confirmation.title} description={strings.confirmation.description}>
      <div className="grid justify-items-start gap-6">
        {problem === null ? null : (
          <Notice tone="error" className="w-full">
            {problem}
          </Notice>
        )}
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
  const words = useRef<HTMLParagraphElement>(null);
  // The button that opened the dialog is gone, so the focus has nowhere to go back to.
  useEffect(() => words.current?.focus(), []);
  return (
    <AuthLayout title={fixed.confirmation.confirmed}>
      <p ref={words} tabIndex={-1} className="text-lg text-ink-2">
        {strings.confirmation.whatNext}
      </p>
    </AuthLayout>
  );
}
