import {
  type Failure,
  failureMessage,
  isOutcomeUnknown,
  outcomeUnknown,
  validationMessages,
} from '@/contract';
import { Notice, Problem } from '@/ui/feedback/notice';
import { ErrorSummary, type InvalidFields } from '@/ui/form/form-errors';
import { strings } from './strings';

interface FormProblemProps {
  /** The required fields that the last try left blank. */
  errorSummary: InvalidFields;
  /** Why the last call failed. */
  failure: Failure | null;
  /** It could not be checked whether the last call was processed, so the last try sent nothing. */
  unchecked?: boolean;
}

/** Why the last try did not save, or may not have, shown in place; what was typed is kept. */
export function FormProblem({ errorSummary, failure, unchecked = false }: FormProblemProps) {
  const isIncomplete = errorSummary.fields.length > 0;
  return (
    <>
      <ErrorSummary {...errorSummary} message={validationMessages.requiredFields} />
      <Problem>{isIncomplete ? null : unchecked ? strings.form.unchecked : failureMessage(failure)}</Problem>
      {isOutcomeUnknown(failure) && !unchecked ? (
        <Notice tone="warning">{outcomeUnknown.typed}</Notice>
      ) : null}
    </>
  );
}
