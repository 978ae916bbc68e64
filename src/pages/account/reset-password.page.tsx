import { useParams } from 'react-router-dom';
import { PasswordReset } from '@/features/auth/password-reset';

/** §2 "Reset Password". The key starts a new reset when the link changes. */
export function ResetPasswordPage() {
  const { token = '' } = useParams();
  return <PasswordReset key={token} token={token} />;
}
