import { contract, type Failure, wordsForFailure, wordsOf } from '@/contract';
import { isLinkRefused } from '@/machines/password-reset.machine';
import { AuthLayout } from '@/lib/site/auth-layout';
import { ButtonLink } from '@/ui/form/button';
import { FocusedWords } from '@/ui/feedback/focused-words';
import { Problem } from '@/ui/feedback/notice';
import { LoginHint } from '../login/login-hint';
import { strings as loginStrings } from '../login/strings';
import { NewPasswordForm } from './new-password-form';
import { fixed, strings } from './strings';
import { usePasswordReset } from './use-password-reset';

/** Reset Password (SPEC §2): a new password, typed twice, for whoever holds the mailed link. */
export function PasswordReset({ token }: { token: string }) {
  const { snapshot, send } = usePasswordReset(token);
  if (snapshot.status === 'done') return <PasswordChanged message={snapshot.output?.message ?? null} />;
  return (
    <AuthLayout
      title={fixed.reset.title}
      description={strings.reset.description}
      footer={<LoginHint question={loginStrings.hint.remembered} />}
    >
      <div className="grid gap-6">
        <ResetFailure failure={snapshot.context.failure} mayBeChanged={snapshot.hasTag('outcome-unknown')} />
        <NewPasswordForm
          busy={snapshot.hasTag('busy')}
          onSave={(password) => send({ type: 'SAVE', password })}
        />
      </div>
    </AuthLayout>
  );
}

interface ResetFailureProps {
  failure: Failure | null;
  /** An answer was lost: the password may be changed, and the link used up by it. */
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
              {fixed.reset.logIn}
            </ButtonLink>
          ) : null}
          {isLinkRefused(failure) ? (
            <ButtonLink to="/forgot-password" variant="secondary" size="sm">
              {strings.reset.newLink}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {wordsForFailure(failure)}
    </Problem>
  );
}

function PasswordChanged({ message }: { message: string | null }) {
  return (
    <AuthLayout title={strings.reset.changed}>
      <div className="grid justify-items-start gap-6">
        <FocusedWords className="text-lg text-ink-2">
          {wordsOf(contract.resetPassword.notices.ok, message)}
        </FocusedWords>
        <ButtonLink to="/login" size="lg">
          {fixed.reset.logIn}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
