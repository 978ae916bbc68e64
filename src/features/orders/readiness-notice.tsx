import { validationMessages } from '@/contract';
import { Button } from '@/ui/form/button';
import { Notice, RetryNotice } from '@/ui/feedback/notice';
import { strings } from './strings';
import type { OrderReadiness } from './use-order-readiness';

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
