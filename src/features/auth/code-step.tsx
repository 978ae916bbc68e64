import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { failureMessage, isBlank, isOutcomeUnknown, resendCodeAfter } from '@/contract';
import type { signUpMachine } from '@/machines/sign-up.machine';
import { Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { ButtonLink } from '@/ui/layout/links';
import { fixed, strings } from './strings';
import { useRejectedField } from './use-rejected-field';

interface CodeStepProps {
  snapshot: SnapshotFrom<typeof signUpMachine>;
  send: (event: EventFrom<typeof signUpMachine>) => void;
}

/** The verification-code screen (SPEC §2, §4, SPEC-NOTES). */
export function CodeStep({ snapshot, send }: CodeStepProps) {
  // The code was accepted and only a later step failed: it is not requested again.
  const accepted = snapshot.hasTag('accepted');
  const messageId = useId();
  return (
    <div className="grid gap-6">
      <Problem messageId={messageId} also={alsoPossible(snapshot)}>
        {shownMessage(snapshot)}
      </Problem>
      {accepted ? (
        <LastStep snapshot={snapshot} send={send} />
      ) : (
        <CodeForm snapshot={snapshot} send={send} messageId={messageId} />
      )}
      <Button
        variant="link"
        disabled={snapshot.hasTag('busy')}
        onClick={() => send({ type: 'CHANGE_EMAIL' })}
        className="justify-self-start"
      >
        {accepted ? strings.code.checkDetails : strings.code.changeEmail}
      </Button>
    </div>
  );
}

/** That an earlier try created the account is no failure, and its message is about the form of the email (SPEC §5). */
const shownMessage = (snapshot: CodeStepProps['snapshot']): string | null =>
  snapshot.hasTag('taken') ? null : failureMessage(snapshot.context.failure);

/** Returns what the server may have done although the call failed. */
function alsoPossible(snapshot: CodeStepProps['snapshot']): string | null {
  const { failure } = snapshot.context;
  if (failure?.operation === 'sendOtp' && isOutcomeUnknown(failure)) return strings.both.mayBeSent;
  if (!snapshot.hasTag('outcome-unknown')) return null;
  return snapshot.hasTag('accepted') ? strings.code.mayBeCreated : strings.code.mayBeAccepted;
}

function LastStep({ snapshot, send }: CodeStepProps) {
  // An earlier try created the account.
  if (snapshot.hasTag('taken'))
    return (
      <ButtonLink to="/login" size="lg">
        {fixed.logIn}
      </ButtonLink>
    );
  return (
    <Button
      busy={snapshot.hasTag('busy')}
      busyLabel={strings.code.creating}
      onClick={() => send({ type: 'RETRY' })}
    >
      {strings.code.tryAgain}
    </Button>
  );
}

interface CodeFormProps extends CodeStepProps {
  messageId: string;
}

function CodeForm({ snapshot, send, messageId }: CodeFormProps) {
  const methods = useForm({ defaultValues: { otp: '' } });
  const { register, handleSubmit, formState, setFocus } = methods;
  const { failure } = snapshot.context;
  // A code whose response was lost may have been accepted.
  const isRejected = failure?.operation === 'verifyOtp' && !isOutcomeUnknown(failure);
  const rejection = useRejectedField(isRejected ? { name: 'otp', failure, messageId } : null, methods);
  useEffect(() => setFocus('otp'), [setFocus]);
  const busy = snapshot.hasTag('busy');
  const canResend = snapshot.hasTag('can-resend');
  const resend = () => {
    // The button is disabled from now on, and would lose the focus.
    setFocus('otp');
    send({ type: 'RESEND' });
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(({ otp }) => send({ type: 'VERIFY', otp }))}
    >
      <Field label={strings.code.code} required error={formState.errors.otp?.message}>
        <TextInput
          {...register('otp', { validate: (otp) => !isBlank(otp) || strings.code.missing })}
          {...rejection('otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel={strings.code.verifying}>
        {strings.code.verify}
      </Button>
      <Button variant="ghost" disabled={!canResend || busy} onClick={resend}>
        {canResend ? strings.code.resend : <ResendIn />}
      </Button>
      {snapshot.hasTag('outcome-unknown') ? (
        <Button variant="secondary" disabled={busy} onClick={() => send({ type: 'CONTINUE' })}>
          {strings.code.continue}
        </Button>
      ) : null}
    </form>
  );
}

/** Counts the seconds from its first render. The machine decides when the wait is over. */
function ResendIn() {
  const [seconds, setSeconds] = useState(resendCodeAfter / 1000);
  useEffect(() => {
    const end = Date.now() + resendCodeAfter;
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return strings.code.resendIn(seconds);
}
