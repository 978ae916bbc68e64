import { ForgotPasswordForm } from '@/features/auth/forgot-password-form';
import { LoginHint } from '@/features/auth/login-hint';
import { strings as authStrings } from '@/features/auth/strings';
import { AuthLayout, NeedsScript } from '@/ui/site/auth-layout';
import * as strings from './strings';

/** §2, Authentication screens. */
export function ForgotPasswordPage() {
  return (
    <AuthLayout
      title={strings.forgotPassword}
      description={strings.enterEmail}
      footer={<LoginHint question={authStrings.hint.remembered} />}
    >
      <NeedsScript />
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
