import { contract, type Failure, wordsForFailure, wordsOf } from '@/contract';
import { isLinkRefused } from '@/machines/password-reset.machine';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { ButtonLink } from '@/shared/ui/button-link';
import { FocusedWords } from '@/shared/ui/focused-words';
import { Notice } from '@/shared/ui/notice';
import { LoginHint } from '../login/login-hint';
import { strings as loginStrings } from '../login/strings';
import { NewPasswordForm } from './new-password-form';
import { fixed, strings } from './strings';
import { usePasswordReset } from './use-password-reset';

/** Reset Password (SPEC §2): a new password, typed twice, for whoever holds the mailed link. */
export function PasswordReset({ token }: { token: string }) {
  const { snapshot, send } = usePasswordReset(token);
  const { failure, message } = snapshot.context;
  if (snapshot.hasTag('changed')) return <PasswordChanged message={message} />;
  return (
    <AuthLayout
      title={fixed.reset.title}
      description={strings.reset.description}
      footer={<LoginHint question={loginStrings.hint.remembered} />}
    >
      <div className="grid gap-6">
        <ResetFailure failure={failure} />
        <NewPasswordForm
          busy={snapshot.hasTag('busy')}
          onSave={(password) => send({ type: 'SAVE', password })}
        />
      </div>
    </AuthLayout>
  );
}

function ResetFailure({ failure }: { failure: Failure | null }) {
  const words = wordsForFailure(failure);
  if (words === null) return null;
  return (
    <Notice
      tone="error"
      action={
        isLinkRefused(failure) ? (
          <ButtonLink to="/forgot-password" variant="secondary" size="sm">
            {strings.reset.newLink}
          </ButtonLink>
        ) : null
      }
    >
      {words}
    </Notice>
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
