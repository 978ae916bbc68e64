import { wordsForFailure } from '@/contract';
import { AuthLayout } from '@/lib/site/auth-layout';
import { Button } from '@/ui/form/button';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { FocusedWords } from '@/ui/feedback/focused-words';
import { Problem } from '@/ui/feedback/notice';
import { fixed, strings } from './strings';
import { useAddressConfirmation } from './use-address-confirmation';

/** The patient confirms their address, which makes the order (SPEC §2 "Confirm Your Address"). */
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
          {wordsForFailure(snapshot.context.failure)}
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
      <FocusedWords className="text-lg text-ink-2">{strings.confirmation.whatNext}</FocusedWords>
    </AuthLayout>
  );
}
