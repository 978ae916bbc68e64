import { Link } from 'react-router-dom';
import { LoginForm } from '@/features/auth/login/login-form';
import { AuthLayout } from '@/shared/layout/auth-layout';

/** SPEC §2, Authentication screens. */
export function LoginPage() {
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
      <LoginForm />
    </AuthLayout>
  );
}
