import { validationMessages, wordsForFailure } from '@/contract';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { Problem } from '@/shared/ui/notice';

/** Says that something is missing, once per try. */
export const sayRequiredFields = () => dashboardToast(validationMessages.requiredFields, { tone: 'error' });

interface FormProblemProps {
  /** The last try left something out. */
  incomplete: boolean;
  /** What the last call ended in. */
  error: unknown;
}

/** Why the last try did not save, in place; what was typed stays. */
export function FormProblem({ incomplete, error }: FormProblemProps) {
  return <Problem>{incomplete ? validationMessages.requiredFields : wordsForFailure(error)}</Problem>;
}
