import { type ReactNode, useEffect, useState } from 'react';
import { useWrite } from '@/app/use-write';
import { failureMessage } from '@/contract';
import { hashOf } from '@/lib/hash';
import { readStored, writeStored } from '@/lib/storage';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { announce } from '@/ui/feedback/announce';
import { AutoFocusText, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/layout/links';
import { AuthLayout } from '@/ui/site/auth-layout';
import { fixed, strings } from './strings';

async function rememberLink(token: string): Promise<void> {
  const link = await hashOf(token);
  writeStored('confirmedLinks', [...readStored('confirmedLinks'), link]);
}

/** Whether this link was confirmed in this browser before, since the last login. */
function useConfirmedBefore(token: string) {
  const [confirmedBefore, setConfirmedBefore] = useState(false);
  useEffect(() => {
    const confirmedLinks = readStored('confirmedLinks');
    if (confirmedLinks.length > 0)
      void hashOf(token).then((link) => setConfirmedBefore(confirmedLinks.includes(link)));
  }, [token]);
  return [confirmedBefore, setConfirmedBefore] as const;
}

/** The patient confirms their address, which creates the order (§2 "Confirm Your Address"). */
export function AddressConfirmation({ token }: { token: string }) {
  const [asking, setAsking] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const [confirmedBefore, setConfirmedBefore] = useConfirmedBefore(token);
  const { busy, done, failure, outcomeUnknown, send } = useWrite('confirmAddress', {
    onDone: () => announce(fixed.confirmation.confirmed),
  });
  if (done) return <AddressConfirmed>{strings.confirmation.whatNext}</AddressConfirmed>;
  if (confirmedBefore && !asking && !busy)
    return (
      <AddressConfirmed
        action={
          <Button variant="secondary" onClick={() => setConfirmedBefore(false)}>
            {strings.confirmation.again}
          </Button>
        }
      >
        {strings.confirmation.confirmedBefore}
      </AddressConfirmed>
    );
  return (
    <AuthLayout title={fixed.confirmation.title} description={strings.confirmation.description} scene="door">
      <div className="grid justify-items-start gap-6">
        <Problem
          className="w-full"
          // Hidden while the dialog is open: shown again, it is announced again.
          also={outcomeUnknown && !asking ? strings.confirmation.mayBeConfirmed : null}
        >
          {failureMessage(failure)}
        </Problem>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" onClick={() => setAsking(true)}>
            {fixed.confirmation.confirm}
          </Button>
          <Button
            variant="secondary"
            size="lg"
            aria-expanded={helpOpen}
            onClick={() => setHelpOpen((open) => !open)}
          >
            {strings.confirmation.wrong}
          </Button>
        </div>
        <p role="status" className="text-ink-2 empty:hidden">
          {helpOpen ? strings.confirmation.whatIsWrong : null}
        </p>
      </div>
      <ConfirmDialog
        open={asking || busy}
        onOpenChange={setAsking}
        title={fixed.confirmation.dialogTitle}
        description={fixed.confirmation.question}
        onConfirm={() => {
          // The second press of a double click may come while the dialog is closing after a failure.
          if (!asking) return;
          setAsking(false);
          send({ body: { token } }, (end) => {
            if (end === 'done') void rememberLink(token).catch(() => undefined);
          });
        }}
        busy={busy}
      />
    </AuthLayout>
  );
}

function AddressConfirmed({ action, children }: { action?: ReactNode; children: string }) {
  return (
    <AuthLayout title={fixed.confirmation.confirmed} scene="door">
      <div className="grid justify-items-start gap-6">
        <AutoFocusText className="text-lg text-ink-2">{children}</AutoFocusText>
        {action === undefined ? null : <div>{action}</div>}
        <p className="text-ink-2">{strings.confirmation.follow}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/login">{strings.confirmation.logIn}</ButtonLink>
          <ButtonLink to="/patient-signup" variant="secondary">
            {strings.confirmation.signUp}
          </ButtonLink>
        </div>
      </div>
    </AuthLayout>
  );
}
