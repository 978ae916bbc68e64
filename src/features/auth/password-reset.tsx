import { zodResolver } from '@hookform/resolvers/zod';
import { textOf } from '@kitwell/mock-engine/declaration';
import { useForm } from 'react-hook-form';
import { messageIn } from '@/app/client';
import { useWrite } from '@/app/use-write';
import { contract, type Failure, failureMessage } from '@/contract';
import * as z from '@/contract/zod';
import { AutoFocusText, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/layout/links';
import { AuthLayout } from '@/ui/site/auth-layout';
import { LoginHint } from './login-hint';
import { NewPasswordFields, newPasswordShape, passwordsMatch } from './new-password-fields';
import { fixed, strings } from './strings';

const form = z.object(newPasswordShape).check(passwordsMatch());

interface NewPasswordFormProps {
  busy: boolean;
  onSave: (password: string) => void;
}

/** New Password and Confirm Password; nothing is sent while the password breaks a rule (§5). */
function NewPasswordForm({ busy, onSave }: NewPasswordFormProps) {
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '', confirmPassword: '' },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ password }) => onSave(password))}>
      <NewPasswordFields
        passwordLabel={fixed.reset.newPassword}
        register={register}
        watch={watch}
        errors={formState.errors}
      />
      <Button type="submit" size="lg" busy={busy} busyLabel={fixed.reset.saving}>
        {fixed.reset.resetPassword}
      </Button>
    </form>
  );
}

/**
 * Reset Password (§2): a new password, typed twice, for the user who has the mailed link. The link works only once:
 * after a lost response, a rejection may mean that the password is already changed.
 */
export function PasswordReset({ token }: { token: string }) {
  const { answer, busy, done, failure, outcomeUnknown, send } = useWrite('resetPassword');
  if (done) return <PasswordChanged message={messageIn(answer)} />;
  return (
    <AuthLayout
      title={fixed.reset.resetPassword}
      description={strings.reset.description}
      footer={<LoginHint question={strings.hint.remembered} />}
    >
      <div className="grid gap-6">
        <ResetFailure failure={failure} mayBeChanged={outcomeUnknown} />
        <NewPasswordForm busy={busy} onSave={(password) => send({ path: { token }, body: { password } })} />
      </div>
    </AuthLayout>
  );
}

interface ResetFailureProps {
  failure: Failure | null;
  /** A response was lost: the password may be changed, and the link used by it. */
  mayBeChanged: boolean;
}

function ResetFailure({ failure, mayBeChanged }: ResetFailureProps) {
  return (
    <Problem
      also={mayBeChanged ? strings.reset.mayBeChanged : null}
      action={
        <>
          {mayBeChanged ? (
            <ButtonLink to="/login" variant="secondary" size="sm">
              {fixed.logIn}
            </ButtonLink>
          ) : null}
          {/* The server rejected the link itself (§8 "Reset password"). */}
          {failure?.status === 400 ? (
            <ButtonLink to="/forgot-password" variant="secondary" size="sm">
              {strings.reset.newLink}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {failureMessage(failure)}
    </Problem>
  );
}

function PasswordChanged({ message }: { message: string | null }) {
  return (
    <AuthLayout title={strings.reset.changed}>
      <div className="grid justify-items-start gap-6">
        <AutoFocusText className="text-lg text-ink-2">
          {textOf(contract.resetPassword.notices.ok, message)}
        </AutoFocusText>
        {/* Replaced, because the link can't be used again. */}
        <ButtonLink to="/login" replace size="lg">
          {fixed.logIn}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
