import { Trash2, TriangleAlert } from 'lucide-react';
import { type ComponentPropsWithRef, memo } from 'react';
import { frequencyOptions } from '@/contract/constants';
import type { ImportField } from '@/domain/patient-import';
import { missingCells } from '@/domain/patient-rows';
import type { GridRow } from '@/domain/storage-keys';
import { addressLine } from '@/lib/address/address';
import { cx } from '@/ui/cx';
import { Badge } from '@/ui/feedback/status';
import { IconButton } from '@/ui/form/button';
import { TextInput } from '@/ui/form/field';
import { AddressButton } from '../address-cell';
import { strings } from '../strings';
import { type GridIssues, type RowIssue, useRowIssues } from './grid-issues';
import { cellName } from './grid-movement';
import { type GridStore, type RowState, rowState, useGridRow, useGridValue } from './grid-store';

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  part: 'table' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'cell';
}

/**
 * A part of the grid. Not a table element: rows are laid out as CSS grids or cards and positioned in a virtual list,
 * and browsers drop the semantics of table elements with another `display`.
 */
export function GridPart({ part, ...rest }: GridPartProps) {
  return <div {...rest} role={part} />;
}

interface RowStatusProps {
  row: GridRow;
  state: RowState;
  issues: readonly RowIssue[];
  /** Id of the element that lists them. */
  issuesId: string;
  /** True while the user types into the row: a value is doubtful until it is typed to the end. */
  typing: boolean;
  kitNames: ReadonlyMap<string, string>;
}

/** What Save All will do with a row, what to check in it, and the order data of an imported row. */
function RowStatus({ row, state, issues, issuesId, typing, kitNames }: RowStatusProps) {
  const order = orderText(row, kitNames);
  if (state === 'blank') return null;
  const missing = missingCells(row);
  return (
    <div className="flex min-w-0 flex-col items-start gap-0.5 text-caption leading-tight">
      {state === 'incomplete' ? (
        <span className="font-semibold text-amber">
          {row.kitText === undefined ? strings.status.incomplete : strings.status.kitUnknown}
        </span>
      ) : null}
      {missing.length > 0 ? <span className="text-ink-2">{strings.status.missing(missing)}</span> : null}
      {issues.length > 0 ? (
        // While hidden they keep their space, so that leaving the row moves nothing away from the pointer.
        <ul id={issuesId} className={cx('grid gap-0.5 font-medium text-amber', typing && 'invisible')}>
          {issues.map(({ kind, message }) => (
            <li key={kind} className="flex items-start gap-1">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
              <span>{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {state === 'complete' && issues.length === 0 && order === '' ? (
        <Badge tone="success">{strings.status.ready}</Badge>
      ) : null}
      {order === '' ? null : (
        <span title={order} className="line-clamp-2 text-ink-2">
          {order}
        </span>
      )}
    </div>
  );
}

/** Shipping, frequency and kit of an imported row, in one line. */
function orderText(
  { shippingType, frequency, kitType, kitText }: GridRow,
  kitNames: ReadonlyMap<string, string>,
) {
  const every = frequencyOptions.find(({ value }) => value === frequency)?.label ?? frequency;
  const kit = kitText ?? (kitType === null ? '' : (kitNames.get(kitType) ?? strings.status.kitChosen));
  return [shippingType, every, kit].filter(Boolean).join(' · ');
}

interface TextColumn {
  readonly key: 'name' | 'email' | 'phone' | 'age';
  readonly label: string;
  readonly inputMode: 'text' | 'email' | 'tel' | 'numeric';
  /** On phones, phone number and age share a line. */
  readonly narrow: string;
}

export const textColumns: readonly TextColumn[] = [
  { key: 'name', label: strings.grid.name, inputMode: 'text', narrow: 'col-span-2 @md:col-span-1' },
  { key: 'email', label: strings.grid.email, inputMode: 'email', narrow: 'col-span-2 @md:col-span-1' },
  { key: 'phone', label: strings.grid.phone, inputMode: 'tel', narrow: '' },
  { key: 'age', label: strings.grid.age, inputMode: 'numeric', narrow: '' },
];

/** Columns of a table: number, four texts, address, state, remove. On tablets the state is below them. */
export const wideColumns =
  '@xl:grid-cols-[1.25rem_minmax(0,1fr)_minmax(0,1.3fr)_7.5rem_2.75rem_minmax(6.25rem,1fr)_2.25rem] @4xl:grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1.65fr)_minmax(8.5rem,0.8fr)_3.5rem_minmax(0,1.15fr)_clamp(8.5rem,17.5cqi,12rem)_2.25rem]';

const addressFields = ['street', 'addressLine2', 'city', 'postalCode', 'state', 'country'] as const;

interface PatientRowProps {
  store: GridStore;
  gridIssues: GridIssues;
  id: string;
  index: number;
  locked: boolean;
  kitNames: ReadonlyMap<string, string>;
  onOpenAddress: (id: string) => void;
  onRemove: (id: string, index: number) => void;
}

function PatientRowView({
  store,
  gridIssues,
  id,
  index,
  locked,
  kitNames,
  onOpenAddress,
  onRemove,
}: PatientRowProps) {
  const row = useGridRow(store, id);
  const address = addressLine(row);
  const issues = useRowIssues(gridIssues, id);
  const typing = useGridValue(store, (grid) => grid.typedRow() === id);
  const state = rowState(row);
  const issuesId = `issues-${id}`;
  /** The attributes that mark a cell and name its issues. */
  const marksOf = (columns: readonly ImportField[]) => {
    const marked = issues.filter(({ column }) => columns.includes(column));
    if (typing || marked.length === 0) return {};
    const level = marked.some((issue) => issue.level === 'error') ? 'error' : 'warning';
    return { 'aria-describedby': issuesId, 'data-issue': level } as const;
  };
  const rowName = strings.grid.row(index + 1);
  return (
    <GridPart
      part="row"
      aria-rowindex={index + 2}
      className={cx(
        'group/row relative grid grid-cols-2 items-center gap-x-3 gap-y-3 rounded-card border border-line bg-surface p-4',
        '@xl:gap-x-1.5 @xl:gap-y-0.5 @4xl:gap-x-2 @xl:rounded-none @xl:border-0 @xl:border-b @xl:px-3 @xl:py-1',
        wideColumns,
      )}
    >
      <GridPart
        part="rowheader"
        className="col-span-2 text-caption font-semibold text-ink-2 tabular-nums @xl:col-span-1"
      >
        <span className="@xl:sr-only">{strings.grid.patient}</span>
        <span>{index + 1}</span>
      </GridPart>
      {textColumns.map(({ key, label, inputMode, narrow }) => (
        <GridPart part="cell" key={key} className={cx('min-w-0 @xl:col-span-1', narrow)}>
          <span aria-hidden="true" className="mb-1 block text-caption font-semibold text-ink-2 @xl:hidden">
            {label}
          </span>
          <TextInput
            aria-label={strings.grid.cell(label, rowName)}
            {...marksOf([key])}
            aria-invalid={marksOf([key])['data-issue'] === 'error' || undefined}
            data-cell={cellName({ row: index, column: key })}
            inputMode={inputMode}
            readOnly={locked}
            value={row[key]}
            onChange={(event) => store.edit(id, { [key]: event.target.value }, `${id}:${key}`)}
            className="@xl:min-h-9 @xl:px-1.5 @xl:py-1 @xl:text-sm @4xl:px-2.5"
          />
        </GridPart>
      ))}
      <GridPart part="cell" className="col-span-2 min-w-0 @xl:col-span-1">
        <span aria-hidden="true" className="mb-1 block text-caption font-semibold text-ink-2 @xl:hidden">
          {strings.grid.address}
        </span>
        <AddressButton
          label={strings.grid.cell(strings.grid.address, rowName)}
          address={address}
          {...marksOf(addressFields)}
          data-cell={cellName({ row: index, column: 'address' })}
          disabled={locked}
          onClick={() => onOpenAddress(id)}
          className="@xl:min-h-9 @xl:px-1.5 @xl:py-1 @xl:text-sm @4xl:px-2.5"
        />
      </GridPart>
      <GridPart
        part="cell"
        className="col-span-2 min-w-0 empty:hidden @xl:col-start-2 @xl:col-end-[-1] @xl:row-start-2 @4xl:[grid-area:auto] @4xl:empty:block"
      >
        <RowStatus
          row={row}
          state={state}
          issues={issues}
          issuesId={issuesId}
          typing={typing}
          kitNames={kitNames}
        />
      </GridPart>
      <GridPart
        part="cell"
        className="absolute end-2 top-2 @xl:static @xl:col-start-[-2] @xl:row-start-1 @xl:justify-self-end"
      >
        <IconButton
          label={strings.grid.removeOne(rowName)}
          size="sm"
          disabled={locked}
          data-remove={index}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => onRemove(id, index)}
        />
      </GridPart>
    </GridPart>
  );
}

/** One patient of the grid: a line of cells if there is room, otherwise a card. */
export const PatientRow = memo(PatientRowView);
