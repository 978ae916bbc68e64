import { useParams } from 'react-router-dom';

/** Returns the token of a mailed link, without the full stop, bracket or space that a mail program took for its end. */
export function useLinkToken(): string {
  const { token = '' } = useParams();
  return token.replace(/(?<![\s.>])[\s.>]+$/, '');
}
