import {
  type Failure,
  failureMessage,
  isOutcomeUnknown,
  outcomeUnknown,
  validationMessages,
} from '@/contract';
import { Notice, Problem } from '@/ui/feedback/notice';

interface FormProblemProps {
  /** The last try left a required field blank. */
  incomplete: boolean;
  /** Why the last call failed. */
  failure: Failure | null;
}

/** Why the last try did not save, or may not have, shown in place; what was typed is kept. */
export function FormProblem({ incomplete, failure }: FormProblemProps) {
  return (
    <>
      <Problem>{incomplete ? validationMessages.requiredFields : failureMessage(failure)}</Problem>
      {isOutcomeUnknown(failure) ? <Notice tone="warning">{outcomeUnknown.typed}</Notice> : null}
    </>
  );
}
