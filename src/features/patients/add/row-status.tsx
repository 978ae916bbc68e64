import { TriangleAlert } from 'lucide-react';
import { frequencyOptions } from '@/contract/constants';
import type { GridRowDraft } from '@/contract/storage-keys';
import { Badge } from '@/ui/feedback/badge';
import type { RowState } from './grid-rows';
import { strings } from './strings';

interface RowStatusProps {
  row: GridRowDraft;
  state: RowState;
  doubtful: readonly ('email' | 'age')[];
  /** The element that says so, for the cells that it is about. */
  doubtId: string;
  kitNames: ReadonlyMap<string, string>;
}

/** What Save All will do with a row, what looks odd in it, and what an imported row carries besides its cells. */
export function RowStatus({ row, state, doubtful, doubtId, kitNames }: RowStatusProps) {
  const order = orderText(row, kitNames);
  if (state === 'blank') return null;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {state === 'incomplete' ? (
        <Badge tone="warning" className="rounded-control leading-snug whitespace-normal">
          {row.kitText === undefined ? strings.status.incomplete : strings.status.kitUnknown}
        </Badge>
      ) : null}
      {doubtful.length > 0 ? (
        // Not while it is being typed: every address is odd until its last letter. It keeps its place, so that leaving the
        // row moves nothing away from under the pointer.
        <span
          id={doubtId}
          className="flex items-center gap-1 text-caption font-medium text-amber group-focus-within/row:invisible"
        >
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {strings.status.doubtful(doubtful)}
        </span>
      ) : null}
      {state === 'complete' && doubtful.length === 0 && order === '' ? (
        <Badge tone="success">{strings.status.ready}</Badge>
      ) : null}
      {order === '' ? null : (
        <span title={order} className="line-clamp-2 text-caption text-ink-2">
          {order}
        </span>
      )}
    </div>
  );
}

/** Shipping, frequency and kit of an imported row, in one line. */
function orderText(
  { shippingType, frequency, kitType, kitText }: GridRowDraft,
  kitNames: ReadonlyMap<string, string>,
) {
  const every = frequencyOptions.find(({ value }) => value === frequency)?.label ?? frequency;
  const kit = kitText ?? (kitType === null ? '' : (kitNames.get(kitType) ?? strings.status.kitChosen));
  return [shippingType, every, kit].filter(Boolean).join(' · ');
}
