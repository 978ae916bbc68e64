import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Failure, fieldMessages, isBlank, resendCodeAfter, wordsForFailure } from '@/contract';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Problem } from '@/shared/ui/notice';
import { TextInput } from '@/shared/ui/text-input';
import { strings } from './strings';

interface CodeStepProps {
  busy: boolean;
  /** The code was accepted, and only what follows it failed: it is not asked for again. */
  codeAccepted: boolean;
  failure: Failure | null;
  canResend: boolean;
  onVerify: (otp: string) => void;
  onRetry: () => void;
  onResend: () => void;
  onChangeEmail: () => void;
}

/** The verification-code screen (SPEC §2, §4, SPEC-NOTES). */
export function CodeStep(props: CodeStepProps) {
  const { busy, codeAccepted, failure, onRetry, onChangeEmail } = props;
  return (
    <div className="grid gap-6">
      <Problem>{wordsForFailure(failure)}</Problem>
      {codeAccepted ? (
        <Button busy={busy} busyLabel={strings.code.creating} onClick={onRetry}>
          {strings.code.tryAgain}
        </Button>
      ) : (
        <CodeForm {...props} />
      )}
      <Button variant="link" disabled={busy} onClick={onChangeEmail} className="justify-self-start">
        {codeAccepted ? strings.code.checkDetails : strings.code.changeEmail}
      </Button>
    </div>
  );
}

function CodeForm({ busy, canResend, onVerify, onResend }: CodeStepProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { otp: '' } });
  useEffect(() => setFocus('otp'), [setFocus]);
  const secondsLeft = useCountdown(canResend);
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ otp }) => onVerify(otp))}>
      <Field label={strings.code.code} required error={formState.errors.otp?.message}>
        <TextInput
          {...register('otp', { validate: (otp) => !isBlank(otp) || fieldMessages.required })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel={strings.code.verifying}>
        {strings.code.verify}
      </Button>
      <Button variant="ghost" disabled={!canResend || busy} onClick={onResend}>
        {canResend ? strings.code.resend : strings.code.resendIn(secondsLeft)}
      </Button>
    </form>
  );
}

/** Whole seconds that are left of the wait; the machine says when it is over, and it starts anew after a resend. */
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
