import { isLabComplete, type Lab, missingLabFields, validationMessages } from '@/contract';
import { api } from '@/features/api/api';
import { Notice, Problem, RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { strings } from './strings';

/** Whether this clinic may place orders: it needs a card and a lab (SPEC §5 "Order"). */
export interface OrderReadiness {
  /** `unknown`: still fetching. `unavailable`: fetching failed. */
  readonly status: 'unknown' | 'unavailable' | 'incomplete' | 'ready';
  readonly hasCard: boolean;
  readonly hasLab: boolean;
  /** What is missing, as the notice names it. */
  readonly missing: readonly string[];
  readonly checking: boolean;
  /** Fetches again what could not be fetched. */
  readonly retry: () => void;
}

/** Names the missing lab, or the fields that it still needs. */
function nameOfMissing(lab: Lab | null | undefined): string {
  if (lab === null || lab === undefined) return strings.readiness.lab;
  return strings.readiness.labFields(missingLabFields(lab).map((field) => strings.readiness.labField[field]));
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
    missing: [...(hasCard ? [] : [strings.readiness.card]), ...(hasLab ? [] : [nameOfMissing(lab.data)])],
    checking: card.isFetching || lab.isFetching,
    retry: () => {
      if (card.isError) card.refetch();
      if (lab.isError) lab.refetch();
    },
  };
}

/** The ways to what an order needs. */
export interface ReadinessLinks {
  /** Adding the card details. */
  readonly billing: {
    /** The label while `busy`. */
    readonly label: string;
    readonly busy: boolean;
    readonly start: () => void;
  };
  /** Opens the form with the lab details. */
  readonly onOpenLab: () => void;
}

interface ReadinessNoticeProps extends ReadinessLinks {
  readiness: OrderReadiness;
  /** An order was just rejected for this reason. */
  rejected?: boolean;
}

/** Warns until card details and lab details both exist, with buttons to add them (SPEC §2 "Authenticate section"). */
export function ReadinessNotice({ readiness, rejected = false, billing, onOpenLab }: ReadinessNoticeProps) {
  if (readiness.status === 'unavailable') {
    return (
      <RetryNotice retrying={readiness.checking} onRetry={readiness.retry}>
        {strings.readiness.unknown}
      </RetryNotice>
    );
  }
  if (readiness.status !== 'incomplete') return null;
  return (
    <Notice tone={rejected ? 'error' : 'warning'}>
      <p>{validationMessages.billingIncomplete}</p>
      <p className="mt-1">{strings.readiness.missing(readiness.missing)}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {readiness.hasCard ? null : (
          <Button
            variant="secondary"
            size="sm"
            busy={billing.busy}
            busyLabel={billing.label}
            onClick={billing.start}
          >
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

interface OrderProblemProps extends ReadinessLinks {
  readiness: OrderReadiness;
  /** Why the last try failed; null if there is nothing to show. */
  problem: string | null;
}

/** In a dialog that places orders: why the last try failed, and what is missing for any order. */
export function OrderProblem({ problem, readiness, ...links }: OrderProblemProps) {
  // The notice has the same text.
  const rejected = problem === validationMessages.billingIncomplete && readiness.status === 'incomplete';
  return (
    <>
      <Problem>{rejected ? null : problem}</Problem>
      <ReadinessNotice readiness={readiness} rejected={rejected} {...links} />
    </>
  );
}
