import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '@/app/app-provider';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { contract, failureMessage } from '@/contract';
import { useDemoAccounts } from '@/lib/mock-build';
import { Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { formResolver } from '@/ui/form/form-errors';
import { PasswordInput } from '@/ui/form/password-input';
import { useFirstFieldFocus } from '@/ui/layout/focus';
import { loginStateIn } from './login-hint';
import { fixed, strings } from './strings';

interface DemoAccountsProps {
  busy: boolean;
  onChoose: (credentials: { email: string; password: string }) => void;
}

/** A button for each demo account; nothing if the build has no mock backend. */
function DemoAccounts({ busy, onChoose }: DemoAccountsProps) {
  const accounts = useDemoAccounts();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo-accounts" className="grid grid-cols-1 gap-3 rounded-card bg-sunken p-5">
      <h2 id="demo-accounts" className="font-semibold">
        {strings.demo.title}
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {accounts.map(({ label, email, password }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 text-sm text-ink-2">{`${email} / ${password}`}</span>
            <Button
              variant="secondary"
              size="sm"
              disabled={busy}
              onClick={() => onChoose({ email, password })}
            >
              {strings.demo.logInAs(label)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Log In (§2): success always leads to the dashboard. */
export function LoginForm() {
  const session = useSession();
  const busy = useSelector(session, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(session, (snapshot) => snapshot.context.failure);
  // The session keeps its last failure; a form that was just opened must not show it.
  const [earlierFailure] = useState(failure);
  useFailuresInPlace(['login']);
  const navigate = useNavigate();
  const { register, handleSubmit, formState, getValues, setValue } = useForm({
    resolver: formResolver(contract.login.body, strings.login.missing),
    // No default values: they would replace what was typed before hydration.
  });
  const { errors } = formState;
  const formElement = useRef<HTMLFormElement>(null);
  const { registered, query } = loginStateIn(useLocation().state);
  useEffect(() => {
    if (registered === '') return;
    if (!getValues('email')) setValue('email', registered);
    // Used once: others may read the history of a shared computer.
    void navigate('/login', { replace: true, state: null });
  }, [registered, getValues, setValue, navigate]);
  useFirstFieldFocus(formElement);

  useEffect(() => {
    // Replaced, so that Back leads to the page before the login.
    const signedIn = session.on('signed-in', () => navigate(`/dashboard${query}`, { replace: true }));
    return () => signedIn.unsubscribe();
  }, [session, navigate, query]);

  const logIn = (credentials: { email: string; password: string }) =>
    session.send({ type: 'LOGIN', ...credentials });
  return (
    <div className="grid grid-cols-1 gap-8">
      <form ref={formElement} method="post" noValidate className="grid gap-5" onSubmit={handleSubmit(logIn)}>
        <Problem>{failure === earlierFailure ? null : failureMessage(failure)}</Problem>
        <Field label={strings.login.email} required error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...register('email')} />
        </Field>
        <Field label={strings.login.password} required error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <p className="text-sm text-ink-2">
          <span>{strings.login.forgot}</span>{' '}
          {/* Not for search engines, which would also rate this link text as not descriptive. */}
          <Link
            to="/forgot-password"
            rel="nofollow"
            className="font-semibold text-plum underline underline-offset-4"
          >
            {fixed.login.toForgotPassword}
          </Link>
        </p>
        <Button type="submit" size="lg" busy={busy} busyLabel={strings.login.loggingIn}>
          {fixed.logIn}
        </Button>
      </form>
      <DemoAccounts busy={busy} onChoose={logIn} />
    </div>
  );
}
