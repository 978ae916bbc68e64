import { isLabComplete, validationMessages } from '@/contract';
import { useCheckPaymentDetailsQuery, useFetchLabsQuery } from '@/features/api/api';
import { Notice, RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { strings } from './strings';

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

interface ReadinessNoticeProps {
  readiness: OrderReadiness;
  onOpenBilling: () => void;
  onOpenLab: () => void;
}

/** Warns until card details and lab details both exist, and leads to what is missing (SPEC §2 "Authenticate section"). */
export function ReadinessNotice({ readiness, onOpenBilling, onOpenLab }: ReadinessNoticeProps) {
  if (readiness.status === 'unavailable') return <ReadinessUnavailable readiness={readiness} />;
  if (readiness.status !== 'incomplete') return null;
  return (
    <Notice tone="warning">
      <p>{validationMessages.billingIncomplete}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {readiness.hasCard ? null : (
          <Button variant="secondary" size="sm" onClick={onOpenBilling}>
            {strings.readiness.addCard}
          </Button>
        )}
        {readiness.hasLab ? null : (
          <Button variant="secondary" size="sm" onClick={onOpenLab}>
            {strings.readiness.addLab}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** Says that nobody knows yet whether orders can be placed. */
export function ReadinessUnavailable({ readiness }: { readiness: OrderReadiness }) {
  return (
    <RetryNotice retrying={readiness.checking} onRetry={readiness.retry}>
      {strings.readiness.unknown}
    </RetryNotice>
  );
}
