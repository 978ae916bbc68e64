import { isLabComplete, validationMessages } from '@/contract';
import { api } from '@/features/api/api';
import { Notice, RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { strings } from './strings';

/** Whether this clinic may place orders: it needs a card and a lab (SPEC §5 "Order"). */
export interface OrderReadiness {
  /** `unknown`: still fetching. `unavailable`: fetching failed. */
  readonly status: 'unknown' | 'unavailable' | 'incomplete' | 'ready';
  readonly hasCard: boolean;
  readonly hasLab: boolean;
  readonly checking: boolean;
  /** Fetches again what could not be fetched. */
  readonly retry: () => void;
}

/** Fetches whether there is a card and a lab. */
export function useOrderReadiness(): OrderReadiness {
  const card = api.useCheckPaymentDetailsQuery();
  const lab = api.useFetchLabsQuery();
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

/** Warns until card details and lab details both exist, with buttons to add them (SPEC §2 "Authenticate section"). */
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

/** Shows that it is unknown whether orders can be placed. */
export function ReadinessUnavailable({ readiness }: { readiness: OrderReadiness }) {
  return (
    <RetryNotice retrying={readiness.checking} onRetry={readiness.retry}>
      {strings.readiness.unknown}
    </RetryNotice>
  );
}
