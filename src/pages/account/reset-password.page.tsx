import { PasswordReset } from '@/features/auth/password-reset';
import { useLinkToken } from './link-token';

/** §2 "Reset Password". The key starts a new reset when the link changes. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return <PasswordReset key={token} token={token} />;
}
