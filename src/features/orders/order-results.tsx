import { CircleAlert, CircleCheck, CircleMinus, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { declarationOf, failureMessage, outcomeUnknown, textOf } from '@/contract';
import type { OrderResult, PatientOrder } from '@/machines/order-many.machine';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Spinner } from '@/ui/feedback/spinner';
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

const columns: readonly DataColumn<PatientOrder>[] = [
  {
    id: 'patient',
    header: strings.many.patient,
    width: '35%',
    sortValue: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
  },
  {
    id: 'result',
    header: strings.many.result,
    sortValue: ({ result }) => rank[result.status],
    cell: ({ result }) => <Result result={result} />,
  },
];

const keyOf = ({ patientId }: PatientOrder) => patientId;

/** The result of each patient's order. Only the rows that have changed render again. */
export function OrderResults({ orders }: { orders: readonly PatientOrder[] }) {
  return (
    <DataTable
      label={strings.many.results}
      columns={columns}
      rows={orders}
      rowKey={keyOf}
      maxHeight="min(40dvh, 28rem)"
      countText={strings.picker.count}
      empty={<EmptyState title={strings.picker.noMatch} />}
    />
  );
}
