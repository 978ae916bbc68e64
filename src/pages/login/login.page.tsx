import { Link, type Location, useLocation } from 'react-router-dom';
import { LoginForm } from '@/features/auth/login/login-form';
import * as fixed from '@/pages/login/fixed-strings';
import * as strings from '@/pages/login/strings';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { Notice } from '@/shared/ui/notice';
import { useHydrated } from '@/shared/ui/use-hydrated';

/** SPEC §2, Authentication screens. */
export function LoginPage() {
  const { state } = useLocation() as Location<{ readonly idle?: boolean } | null>;
  // A reload keeps the state, but the prerendered page that it opens knows nothing of it.
  const isHydrated = useHydrated();
  return (
    <AuthLayout
      title={fixed.title}
      footer={
        <>
          {strings.newHere}{' '}
          <Link to="/signup" className="font-semibold text-plum underline underline-offset-4">
            {fixed.signUp}
          </Link>
        </>
      }
    >
      {isHydrated && state?.idle === true ? <Notice className="mb-6">{strings.loggedOut}</Notice> : null}
      <LoginForm />
    </AuthLayout>
  );
}
