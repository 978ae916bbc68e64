import { textOf } from '@kitwell/mock-engine/declaration';
import { useForm } from 'react-hook-form';
import { api } from '@/app/api';
import { contract, failureMessage, isOutcomeUnknown } from '@/contract';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { fixed, strings } from './strings';

const sent = textOf(contract.forgotPassword.notices.ok, null);

/** Forgot Password (§2): the response never shows whether the email has an account. */
export function ForgotPasswordForm() {
  const [send, { isLoading, isSuccess, error }] = api.useForgotPasswordMutation();
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(contract.forgotPassword.body, strings.forgot.missing),
    // No default value: it would replace what was typed before hydration.
  });
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(({ email }) => send({ request: { body: { email } } }))}
    >
      {isSuccess ? <Notice tone="success">{sent}</Notice> : null}
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
