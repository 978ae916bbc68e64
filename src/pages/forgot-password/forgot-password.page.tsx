import { LoginHint } from '@/features/auth/login/login-hint';
import { ForgotPasswordForm } from '@/features/auth/password-reset/forgot-password-form';
import { AuthLayout } from '@/shared/layout/auth-layout';

/** SPEC §2, Authentication screens. */
export function ForgotPasswordPage() {
  return (
    <AuthLayout
      title="Forgot Password"
      description="Tell us your email, and we will send you a link to choose a new password."
      footer={<LoginHint question="Remembered it?" />}
    >
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
