import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Failure, failureMessage, isBlank, isOutcomeUnknown, resendCodeAfter } from '@/contract';
import { Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { fixed, strings } from './strings';

interface CodeStepProps {
  busy: boolean;
  /** The code was accepted and only a later step failed: it is not requested again. */
  codeAccepted: boolean;
  /** The account exists: an earlier try created it. */
  taken: boolean;
  /** The response of the last call was lost. */
  outcomeUnknown: boolean;
  failure: Failure | null;
  canResend: boolean;
  onVerify: (otp: string) => void;
  onRetry: () => void;
  onResend: () => void;
  onContinue: () => void;
  onChangeEmail: () => void;
}

/** The verification-code screen (SPEC §2, §4, SPEC-NOTES). */
export function CodeStep(props: CodeStepProps) {
  const { busy, codeAccepted, failure, onChangeEmail } = props;
  return (
    <div className="grid gap-6">
      <Problem also={alsoPossible(props)}>{failureMessage(failure)}</Problem>
      {codeAccepted ? <LastStep {...props} /> : <CodeForm {...props} />}
      <Button variant="link" disabled={busy} onClick={onChangeEmail} className="justify-self-start">
        {codeAccepted ? strings.code.checkDetails : strings.code.changeEmail}
      </Button>
    </div>
  );
}

/** Returns what the server may have done although the call failed. */
function alsoPossible({ outcomeUnknown, codeAccepted, failure }: CodeStepProps): string | null {
  if (failure?.operation === 'sendOtp' && isOutcomeUnknown(failure)) return strings.both.mayBeSent;
  if (!outcomeUnknown) return null;
  return codeAccepted ? strings.code.mayBeCreated : strings.code.mayBeAccepted;
}

function LastStep({ busy, taken, onRetry }: CodeStepProps) {
  if (taken)
    return (
      <ButtonLink to="/login" size="lg">
        {fixed.done.logIn}
      </ButtonLink>
    );
  return (
    <Button busy={busy} busyLabel={strings.code.creating} onClick={onRetry}>
      {strings.code.tryAgain}
    </Button>
  );
}

function CodeForm({ busy, outcomeUnknown, canResend, onVerify, onResend, onContinue }: CodeStepProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { otp: '' } });
  useEffect(() => setFocus('otp'), [setFocus]);
  const secondsLeft = useCountdown(canResend);
  const resend = () => {
    // The button is disabled from now on, and would lose the focus.
    setFocus('otp');
    onResend();
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ otp }) => onVerify(otp))}>
      <Field label={strings.code.code} required error={formState.errors.otp?.message}>
        <TextInput
          {...register('otp', { validate: (otp) => !isBlank(otp) || strings.code.missing })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel={strings.code.verifying}>
        {strings.code.verify}
      </Button>
      <Button variant="ghost" disabled={!canResend || busy} onClick={resend}>
        {canResend ? strings.code.resend : strings.code.resendIn(secondsLeft)}
      </Button>
      {outcomeUnknown ? (
        <Button variant="secondary" disabled={busy} onClick={onContinue}>
          {strings.code.continue}
        </Button>
      ) : null}
    </form>
  );
}

/** Returns the whole seconds left to wait. The machine reports when the wait is over; it restarts after a resend. */
function useCountdown(over: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (over) return;
    const end = Date.now() + resendCodeAfter;
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [over]);
  return seconds;
}
