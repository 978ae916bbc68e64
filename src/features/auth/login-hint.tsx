import { Link } from 'react-router-dom';
import { fixed, strings } from './strings';

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
