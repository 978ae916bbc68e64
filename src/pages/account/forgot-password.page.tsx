import { ForgotPasswordForm } from '@/features/auth/forgot-password-form';
import { strings as loginStrings } from '@/features/auth/login.strings';
import { LoginHint } from '@/features/auth/login-hint';
import { AuthLayout } from '@/lib/site/auth-layout';
import { NeedsScript } from '@/ui/form/needs-script';
import * as strings from './forgot-password.strings';

/** SPEC §2, Authentication screens. */
export function ForgotPasswordPage() {
  return (
    <AuthLayout
      title={strings.title}
      description={strings.description}
      footer={<LoginHint question={loginStrings.hint.remembered} />}
    >
      <NeedsScript />
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
