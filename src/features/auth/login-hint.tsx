import { Link } from 'react-router-dom';
import { fixed, strings } from './strings';

/** The state of a navigation to the login page. */
export interface LoginState {
  /** The email of an account that was just registered, to fill in. */
  readonly registered?: string;
  /** The query of the dashboard to open after the login. */
  readonly query?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the state of a navigation, which an earlier release may have stored; what is absent is blank. */
export function loginStateIn(state: unknown): Required<LoginState> {
  const { registered, query }: Readonly<Record<string, unknown>> = Object(state);
  return { registered: textOf(registered), query: textOf(query) };
}

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
