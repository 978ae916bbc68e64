import { LoginHint } from '@/features/auth/login/login-hint';
import { strings as loginStrings } from '@/features/auth/login/strings';
import { ForgotPasswordForm } from '@/features/auth/password-reset/forgot-password-form';
import * as fixed from '@/pages/forgot-password/fixed-strings';
import * as strings from '@/pages/forgot-password/strings';
import { AuthLayout } from '@/lib/site/auth-layout';
import { NeedsScript } from '@/ui/form/needs-script';

/** SPEC §2, Authentication screens. */
export function ForgotPasswordPage() {
  return (
    <AuthLayout
      title={fixed.title}
      description={strings.description}
      footer={<LoginHint question={loginStrings.hint.remembered} />}
    >
      <NeedsScript />
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
