import { zodResolver } from '@hookform/resolvers/zod';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { contract, wordsForFailure } from '@/contract';
import { useSession } from '@/features/api/app-provider';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Problem } from '@/ui/feedback/notice';
import { PasswordInput } from '@/ui/form/password-input';
import { TextInput } from '@/ui/form/text-input';
import { DemoAccounts } from './demo-accounts';
import { fixed, strings } from './strings';

/** Log In (SPEC §2): success goes to the dashboard, always. */
export function LoginForm() {
  const session = useSession();
  const busy = useSelector(session, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(session, (snapshot) => snapshot.context.failure);
  // The session remembers the last failure; on a form that was just opened it would answer nobody's question.
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contract.login.body),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  useEffect(() => {
    const signedIn = session.on('signed-in', () => navigate('/dashboard'));
    return () => signedIn.unsubscribe();
  }, [session, navigate]);

  const logIn = (credentials: { email: string; password: string }) => {
    setTried(true);
    session.send({ type: 'LOGIN', ...credentials });
  };
  return (
    <div className="grid gap-8">
      <form method="post" noValidate className="grid gap-5" onSubmit={handleSubmit(logIn)}>
        <Problem>{tried ? wordsForFailure(failure) : null}</Problem>
        <Field label={strings.form.email} required error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...register('email')} />
        </Field>
        <Field label={strings.form.password} required error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <p className="text-sm text-ink-2">
          {strings.form.forgot}{' '}
          {/* Nothing for search engines, which would also take these words for a poor description. */}
          <Link
            to="/forgot-password"
            rel="nofollow"
            className="font-semibold text-plum underline underline-offset-4"
          >
            {fixed.form.toForgotPassword}
          </Link>
        </p>
        <Button type="submit" size="lg" busy={busy} busyLabel={strings.form.loggingIn}>
          {fixed.form.logIn}
        </Button>
      </form>
      <DemoAccounts busy={busy} onChoose={logIn} />
    </div>
  );
}
