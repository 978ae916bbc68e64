import {
  type Failure,
  isOutcomeUnknown,
  outcomeUnknown,
  validationMessages,
  wordsForFailure,
} from '@/contract';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { Notice, Problem } from '@/ui/feedback/notice';

/** Says that something is missing, once per try. */
export const sayRequiredFields = () => dashboardToast(validationMessages.requiredFields, { tone: 'error' });

interface FormProblemProps {
  /** The last try left something out. */
  incomplete: boolean;
  /** Why the last call failed. */
  failure: Failure | null;
}

/** Why the last try did not save, or may not have, in place; what was typed stays. */
export function FormProblem({ incomplete, failure }: FormProblemProps) {
  return (
    <>
      <Problem>{incomplete ? validationMessages.requiredFields : wordsForFailure(failure)}</Problem>
      {isOutcomeUnknown(failure) ? <Notice tone="warning">{outcomeUnknown.typed}</Notice> : null}
    </>
  );
}
