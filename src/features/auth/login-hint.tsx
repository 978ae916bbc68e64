import { Link } from 'react-router-dom';
import { fixed, strings } from './strings';

interface LoginState {
  readonly registered: string;
}

/** The state of a navigation to the login page that fills in the email of an account that was just registered. */
export const loginStateOf = (email: string): LoginState => ({ registered: email });

/** Returns the email of `loginStateOf` in the state of a navigation; null if there is none. */
export const registeredEmailIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'registered' in state && typeof state.registered === 'string'
    ? state.registered
    : null;

/** A link to the login page for users who have an account. */
export function LoginHint({ question = strings.hint.hasAccount }: { question?: string }) {
  return (
    <span>
      <span>{question}</span>{' '}
      <Link to="/login" className="font-semibold text-plum underline underline-offset-4">
        {fixed.logIn}
      </Link>
    </span>
  );
}
