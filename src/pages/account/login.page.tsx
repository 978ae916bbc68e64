import { useSelector } from '@xstate/react';
import { Link, useLocation } from 'react-router-dom';
import { useAccount, useSession } from '@/app/app-provider';
import { countUnsaved } from '@/app/drafts';
import { sectionIn } from '@/app/section-address';
import { LoginForm } from '@/features/auth/login-form';
import { loginStateIn } from '@/features/auth/login-hint';
import { readStored } from '@/lib/storage';
import { Notice } from '@/ui/feedback/notice';
import { AuthLayout, NeedsScript } from '@/ui/site/auth-layout';
import * as strings from './strings';

/** §2, Authentication screens. */
export function LoginPage() {
  return (
    <AuthLayout
      title={strings.logIn}
      footer={
        <span>
          <span>{strings.newHere}</span>{' '}
          <Link to="/signup" className="font-semibold text-plum underline underline-offset-4">
            {strings.signUp}
          </Link>
        </span>
      }
    >
      <SessionNotice />
      <NeedsScript />
      <LoginForm />
    </AuthLayout>
  );
}

/** Explains why the session ended, and what happens to unsaved input. */
function SessionNotice() {
  const session = useSession();
  const account = useAccount();
  const ended = useSelector(session, ({ context }) => context.ended);
  const unsaved = useSelector(session, ({ context }) => context.unsaved);
  const unchecked = useSelector(account, (snapshot) => snapshot?.context.unchecked === true);
  const { query } = loginStateIn(useLocation().state);
  const signedOut = useSelector(session, (snapshot) => snapshot.hasTag('signed-out'));
  if (unchecked)
    return (
      <Notice
        className="mb-6"
        action={
          <Link
            to={`/dashboard${query}`}
            className="self-start font-semibold underline underline-offset-4"
            onClick={() =>
              account?.send({
                type: 'OPEN_DASHBOARD',
                namedSection: sectionIn(query),
                savedSection: readStored('activeOption'),
              })
            }
          >
            {strings.retry}
          </Link>
        }
      >
        {strings.unchecked}
      </Notice>
    );
  if (!signedOut || ended === null || ended === 'logout') return null;
  const counts = countUnsaved(unsaved);
  return (
    <Notice className="mb-6">
      <p>{strings.ended[ended]}</p>
      {Object.values(counts).some(Boolean) ? <p>{strings.unsavedHint(counts)}</p> : null}
    </Notice>
  );
}
