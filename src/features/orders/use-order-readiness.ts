import { isLabComplete } from '@/contract';
import { useCheckPaymentDetailsQuery, useFetchLabsQuery } from '@/features/api/api';

/** Whether this clinic may place orders: it needs its card and its lab (SPEC §5 "Order"). */
export interface OrderReadiness {
  /** `unknown`: still asking. `unavailable`: asking failed. */
  readonly status: 'unknown' | 'unavailable' | 'incomplete' | 'ready';
  readonly hasCard: boolean;
  readonly hasLab: boolean;
  readonly checking: boolean;
  /** Asks again what could not be found out. */
  readonly retry: () => void;
}

/** Asks the server for the card and the lab. */
export function useOrderReadiness(): OrderReadiness {
  const card = useCheckPaymentDetailsQuery();
  const lab = useFetchLabsQuery();
  const hasCard = card.data?.hasPaymentDetails ?? false;
  const hasLab = isLabComplete(lab.data);
  const known = card.data !== undefined && lab.data !== undefined;
  const failed = card.isError || lab.isError;
  return {
    status: known ? (hasCard && hasLab ? 'ready' : 'incomplete') : failed ? 'unavailable' : 'unknown',
    hasCard,
    hasLab,
    checking: card.isFetching || lab.isFetching,
    retry: () => {
      if (card.isError) card.refetch();
      if (lab.isError) lab.refetch();
    },
  };
}
