import { Link, type Location, useLocation } from 'react-router-dom';
import { LoginForm } from '@/features/auth/login/login-form';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { Notice } from '@/shared/ui/notice';

/** SPEC §2, Authentication screens. */
export function LoginPage() {
  const { state } = useLocation() as Location<{ readonly idle?: boolean } | null>;
  return (
    <AuthLayout
      title="Log In"
      footer={
        <>
          New here?{' '}
          <Link to="/signup" className="font-semibold text-plum underline underline-offset-4">
            Sign Up
          </Link>
        </>
      }
    >
      {state?.idle === true ? (
        <Notice className="mb-6">You were logged out because nothing happened for 15 minutes.</Notice>
      ) : null}
      <LoginForm />
    </AuthLayout>
  );
}
