import { Link } from 'react-router-dom';

/** The way back for somebody who has an account. */
export function LoginHint({ question = 'Already have an account?' }: { question?: string }) {
  return (
    <>
      {question}{' '}
      <Link to="/login" className="font-semibold text-plum underline underline-offset-4">
        Log In
      </Link>
    </>
  );
}
