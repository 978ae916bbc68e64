import { useParams } from 'react-router-dom';
import { PasswordReset } from '@/features/auth/password-reset';

/** SPEC §2 "Reset Password". Another link is another reset, hence the key. */
export function ResetPasswordPage() {
  const { token = '' } = useParams();
  return <PasswordReset key={token} token={token} />;
}
