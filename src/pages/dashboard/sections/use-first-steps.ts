import { useEffect } from 'react';
import { api } from '@/app/api';
import { isLabComplete } from '@/contract';
import { readStored, useStored } from '@/lib/storage';

/** The first steps that calls report. Only the page knows whether a kit was ordered. */
export interface FirstStepsState {
  /** Whether each step is done; null while one is unknown, and for a clinic past its first day. */
  readonly steps: Readonly<Record<'lab' | 'card' | 'patients', boolean>> | null;
  /** A response is still missing, and its call has not failed. */
  readonly pending: boolean;
  readonly hidden: boolean;
  readonly hide: () => void;
}

/** Whether a query may still get its first data. */
const isPending = ({ data, isError }: { readonly data?: unknown; readonly isError: boolean }): boolean =>
  data === undefined && !isError;

/**
 * Reads the steps from existing calls. A clinic that has a card and a lab is past its first day, unless the steps
 * were shown since the last login.
 */
export function useFirstSteps(): FirstStepsState {
  const [state, setState] = useStored('firstSteps');
  const hidden = state === 'hidden';
  const payment = api.useCheckPaymentDetailsQuery(undefined, { skip: hidden });
  const storedLab = api.useFetchLabsQuery(undefined, { skip: hidden });
  const card = payment.data?.hasPaymentDetails;
  const lab = storedLab.data === undefined ? undefined : isLabComplete(storedLab.data);
  const begun = state === 'open' || card === false || lab === false;
  // The list may be long: it is only fetched for a clinic that has not finished.
  const patients = api.useFetchPatientsQuery(undefined, { skip: hidden || !begun });
  const rows = patients.data;
  const isLoaded = !hidden && begun && card !== undefined && lab !== undefined && rows !== undefined;
  useEffect(() => {
    // Not when the state changes: a logout clears the storage shortly before the dashboard goes.
    if (isLoaded && readStored('firstSteps') === null) setState('open');
  }, [isLoaded, setState]);
  return {
    steps: isLoaded ? { lab, card, patients: rows.length > 0 } : null,
    pending: !hidden && [payment, storedLab, ...(begun ? [patients] : [])].some(isPending),
    hidden,
    hide: () => void setState('hidden'),
  };
}
