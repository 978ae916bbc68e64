import { type Failure, wordsForFailure } from '@/contract';
import { Notice } from '@/shared/ui/notice';

/** Why the last try failed, in place above the form; nothing where the contract is silent. */
export function SignUpFailure({ failure }: { failure: Failure | null }) {
  const words = failure === null ? null : wordsForFailure(failure);
  return words === null ? null : <Notice tone="error">{words}</Notice>;
}
