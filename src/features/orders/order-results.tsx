import { useSelector } from '@xstate/react';
import { CircleAlert, CircleCheck, CircleMinus, Clock, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { declarationOf, failureMessage, outcomeUnknown, textOf } from '@/contract';
import { patientListTexts } from '@/features/api/use-patient-table';
import type { OrderManyActor } from '@/machines/order-many.machine';
import type { OrderResult, PatientToOrderFor } from '@/machines/orders';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/loading';
import { Spinner } from '@/ui/form/button';
import { DataTable } from '@/ui/table/data-table';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { fixed, strings } from './strings';

const { notices } = declarationOf('requestAddressConfirmation');

/** The messages of a result: SPEC §8's for an answer or a failure, as in the Order Kit dialog. */
function messagesOf(result: OrderResult): readonly (string | null)[] {
  switch (result.status) {
    case 'waiting':
      return [strings.many.waiting];
    case 'sending':
      return [fixed.order.placing];
    case 'requested':
      return [textOf(notices.ok, result.message)];
    case 'failed':
      return [failureMessage(result.failure) ?? strings.many.notPlaced];
    case 'unknown':
      return [failureMessage(result.failure), outcomeUnknown.order];
    case 'left-out':
      return [strings.many.leftOut[result.reason]];
  }
}

const icon = 'mt-0.5 size-4 shrink-0';

const icons: Readonly<Record<OrderResult['status'], ReactNode>> = {
  waiting: <Clock aria-hidden="true" className={cx(icon, 'text-ink-3')} />,
  sending: <Spinner className="mt-0.5 text-plum" />,
  requested: <CircleCheck aria-hidden="true" className={cx(icon, 'text-green')} />,
  failed: <CircleAlert aria-hidden="true" className={cx(icon, 'text-red')} />,
  unknown: <TriangleAlert aria-hidden="true" className={cx(icon, 'text-amber')} />,
  'left-out': <CircleMinus aria-hidden="true" className={cx(icon, 'text-ink-3')} />,
};

/** Sorted by result, what needs attention comes first. */
const rank: Readonly<Record<OrderResult['status'], number>> = {
  failed: 0,
  unknown: 1,
  sending: 2,
  waiting: 3,
  requested: 4,
  'left-out': 5,
};

function Result({ result }: { result: OrderResult }) {
  return (
    <span className="flex items-start gap-2 text-start">
      {icons[result.status]}
      <span className="min-w-0">
        {messagesOf(result).map((message) =>
          message === null ? null : (
            <span key={message} className="block wrap-anywhere">
              {message}
            </span>
          ),
        )}
      </span>
    </span>
  );
}

interface ResultRow {
  readonly patient: PatientToOrderFor;
  /** The position of the patient's result in the machine's context. */
  readonly position: number;
  readonly rank: number;
}

function LiveResult({ actor, position }: { actor: OrderManyActor; position: number }) {
  const result = useSelector(actor, ({ context }) => context.results[position]);
  return result === undefined ? null : <Result result={result} />;
}

const columnsOf = (actor: OrderManyActor): readonly DataColumn<ResultRow>[] => [
  {
    id: 'patient',
    header: strings.many.patient,
    width: '35%',
    sortValue: ({ patient }) => patient.name,
    cell: ({ patient }) => <span className="font-medium wrap-anywhere">{patient.name}</span>,
  },
  {
    id: 'result',
    header: strings.many.result,
    sortValue: (row) => row.rank,
    cell: ({ position }) => <LiveResult actor={actor} position={position} />,
  },
];

const keyOf = ({ patient }: ResultRow) => patient.patientId;

interface OrderResultsProps {
  actor: OrderManyActor;
  /** Must be stable while orders are sent. */
  patients: readonly PatientToOrderFor[];
}

/** The result of each patient's order. A new result renders only its own cell, because there may be thousands. */
export const OrderResults = memo(function OrderResults({ actor, patients }: OrderResultsProps) {
  // Rows keep their places while orders are sent.
  const atRest = useSelector(actor, (now) => (now.hasTag('busy') ? null : now.context.results));
  const [results, setResults] = useState(atRest);
  if (atRest !== null && atRest !== results) setResults(atRest);
  const columns = useMemo(() => columnsOf(actor), [actor]);
  const rows = useMemo(
    () =>
      patients.map((patient, position): ResultRow => {
        const status = results?.[position]?.status ?? 'waiting';
        return { patient, position, rank: rank[status] };
      }),
    [patients, results],
  );
  return (
    <DataTable
      label={strings.many.results}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      maxHeight="min(40dvh, 28rem)"
      countText={patientListTexts.count}
      empty={<EmptyState title={patientListTexts.noMatch} />}
    />
  );
});
