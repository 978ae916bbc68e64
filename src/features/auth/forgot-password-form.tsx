import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '@/app/api';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { contract, failureMessage, isOutcomeUnknown, successMessage } from '@/contract';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { fixed, strings } from './strings';

/** Forgot Password (§2): the response never shows whether the email has an account. */
export function ForgotPasswordForm() {
  const [send, { isLoading, isSuccess, error }] = api.useForgotPasswordMutation();
  const isSending = useRef(false);
  useFailuresInPlace(['forgotPassword'], () => isSending.current);
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(contract.forgotPassword.body, strings.forgot.missing),
    // No default value: it would replace what was typed before hydration.
  });
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(async ({ email }) => {
        isSending.current = true;
        await send({ request: { body: { email } } });
        isSending.current = false;
      })}
    >
      {isSuccess ? <Notice tone="success">{successMessage('forgotPassword')}</Notice> : null}
      <Problem also={isOutcomeUnknown(error) ? strings.forgot.mayBeSent : null}>
        {failureMessage(error)}
      </Problem>
      <Field label={strings.forgot.email} required error={formState.errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Button type="submit" size="lg" busy={isLoading} busyLabel={strings.forgot.sending}>
        {fixed.forgot.send}
      </Button>
    </form>
  );
}
