import { CircleAlert, Download, TriangleAlert } from 'lucide-react';
import { type Ref, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { normalEmail } from '@/contract/fields';
import {
  type ImportedRow,
  type ImportField,
  type ImportIssue,
  type ImportResult,
  importColumns,
  importedText,
} from '@/domain/patient-import';
import { offerDownload } from '@/lib/offer-download';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/loading';
import { Notice, RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Switch } from '@/ui/form/switch';
import { DataTable } from '@/ui/table/data-table';
import type { DataColumn } from '@/ui/table/data-table-columns';
import { makeErrorRowsFile } from './read-spreadsheet';
import * as strings from './strings';

/** Emails that an imported row may repeat. */
export interface ExistingEmails {
  readonly patients: readonly string[];
  /** Emails of the grid's rows, which are no patients yet. */
  readonly grid: readonly string[];
}

/** Marks every row whose email already belongs to a patient of the clinic or to a row of the grid. */
function markRepeatedEmails(
  rows: readonly ImportedRow[],
  { patients, grid }: ExistingEmails,
): readonly ImportedRow[] {
  const messages = new Map([
    ...grid.map((email) => [normalEmail(email), strings.emailInGrid] as const),
    ...patients.map((email) => [normalEmail(email), strings.emailOfPatient] as const),
  ]);
  messages.delete('');
  return rows.map((row) => {
    const message = messages.get(normalEmail(row.values.email));
    if (message === undefined) return row;
    return { ...row, issues: [...row.issues, { column: 'email', message, level: 'error' }] };
  });
}

/** Writes rows to "… errors.xlsx" in a worker and downloads the file. */
function useErrorRowsDownload(importedFileName: string) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (rows: readonly ImportedRow[]) => {
    const controller = new AbortController();
    running.current = controller;
    setState('busy');
    try {
      const file = await makeErrorRowsFile(rows, controller.signal);
      offerDownload(file, `${importedFileName.replace(/\.xlsx?$/i, '')} errors.xlsx`);
      setState('idle');
    } catch {
      if (!controller.signal.aborted) setState('failed');
    }
  };
  return { start, busy: state === 'busy', failed: state === 'failed' };
}

const looks = {
  error: { Icon: CircleAlert, className: 'text-red', label: strings.error },
  warning: { Icon: TriangleAlert, className: 'text-amber', label: strings.warning },
} as const;

function IssueText({ level, message }: ImportIssue) {
  const { Icon, className, label } = looks[level];
  return (
    <span className={`mt-1 flex items-start gap-1 text-caption ${className}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>
        <span className="sr-only">{`${label} `}</span>
        <span>{message}</span>
      </span>
    </span>
  );
}

/** Wide enough that such texts do not wrap; on phones, where rows are cards, cells use the width there is. */
const widths: Record<ImportField, string> = {
  name: '@min-[46rem]/listing:min-w-32',
  email: '@min-[46rem]/listing:min-w-52',
  phone: '@min-[46rem]/listing:min-w-36',
  age: '@min-[46rem]/listing:min-w-12',
  street: '@min-[46rem]/listing:min-w-44',
  addressLine2: '@min-[46rem]/listing:min-w-28',
  city: '@min-[46rem]/listing:min-w-28',
  postalCode: '@min-[46rem]/listing:min-w-24',
  state: '@min-[46rem]/listing:min-w-12',
  country: '@min-[46rem]/listing:min-w-20',
  shippingType: '@min-[46rem]/listing:min-w-24',
  frequency: '@min-[46rem]/listing:min-w-24',
  kitType: '@min-[46rem]/listing:min-w-20',
};

type PreviewCellProps = { column: ImportField; text: string; issues: readonly ImportIssue[] };

function PreviewCell({ column, text, issues }: PreviewCellProps) {
  return (
    <div
      className={cx(
        'max-w-64 break-words',
        issues.length > 0 ? '@min-[46rem]/listing:min-w-52' : widths[column],
      )}
    >
      <span className={cx(text === '' && 'text-ink-3')}>{text === '' ? '–' : text}</span>
      {issues.map((issue) => (
        <IssueText key={issue.message} {...issue} />
      ))}
    </div>
  );
}

const previewColumn = (key: ImportField, header: string): DataColumn<ImportedRow> => ({
  id: key,
  header,
  condensed: 'col-span-4',
  cell: (row) => (
    <PreviewCell
      column={key}
      text={importedText(row, key)}
      issues={row.issues.filter(({ column }) => column === key)}
    />
  ),
});

/** The row's number in the file, then the twelve columns with the problems of each cell. */
const previewColumns: ReadonlyArray<DataColumn<ImportedRow>> = [
  {
    id: 'sheetRow',
    header: strings.row,
    condensed: 'col-span-full',
    cell: ({ sheetRow }) => sheetRow,
    sortValue: ({ sheetRow }) => sheetRow,
  },
  ...importColumns.map(({ key, title }) => previewColumn(key, title)),
];

/** The same for a file with second address lines. */
const columnsWithLine2 = previewColumns.flatMap((column) =>
  column.id === 'street'
    ? [column, previewColumn('addressLine2', strings.matchColumns.titles.addressLine2)]
    : [column],
);

type PreviewNoticesProps = {
  readonly result: ImportResult;
  readonly onChangeColumns: () => void;
  readonly onRetryKits: () => void;
};

/** What concerns the whole file: a missing kit list, a truncated list, columns that the user matched. */
function PreviewNotices({ result, onChangeColumns, onRetryKits }: PreviewNoticesProps) {
  const { truncated, totalRows, rows, columns, kitsNotLookedUp } = result;
  return (
    <>
      {kitsNotLookedUp ? (
        <RetryNotice title={strings.kitsNotLoaded} onRetry={onRetryKits}>
          {strings.kitsNeeded}
        </RetryNotice>
      ) : null}
      {rows.length === 0 ? (
        <Notice tone="warning" title={strings.noRows}>
          {strings.noRowsHint}
        </Notice>
      ) : null}
      {truncated ? (
        <Notice tone="warning" title={strings.cutOff(rows.length, totalRows)}>
          {strings.cutOffHint(rows.length)}
        </Notice>
      ) : null}
      {columns === null ? null : (
        <Notice
          tone="info"
          action={
            <Button variant="secondary" size="sm" className="self-start" onClick={onChangeColumns}>
              {strings.changeColumns}
            </Button>
          }
        >
          {strings.columnsMatched}
        </Notice>
      )}
    </>
  );
}

type ImportPreviewProps = {
  /** Gets the line that sums up the rows. */
  readonly start: Ref<HTMLParagraphElement>;
  readonly result: ImportResult;
  readonly existingEmails: ExistingEmails;
  readonly onChangeColumns: () => void;
  readonly onRetryKits: () => void;
};

const hasError = ({ issues }: ImportedRow) => issues.some(({ level }) => level === 'error');
const rowKey = ({ sheetRow }: ImportedRow) => String(sheetRow);

/** The rows as they will be added, with the problems of each cell. */
export function ImportPreview({
  start,
  result,
  existingEmails,
  onChangeColumns,
  onRetryKits,
}: ImportPreviewProps) {
  const [onlyErrors, setOnlyErrors] = useState(false);
  const rows = useMemo(() => markRepeatedEmails(result.rows, existingEmails), [result.rows, existingEmails]);
  const errorRows = useMemo(() => rows.filter(hasError), [rows]);
  const download = useErrorRowsDownload(result.fileName);
  // In a frame of its own: summary and table together take longer than one.
  const hasTable = useDeferredValue(rows.length > 0, false);
  return (
    <div className="flex flex-col gap-4">
      <PreviewNotices result={result} onChangeColumns={onChangeColumns} onRetryKits={onRetryKits} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p ref={start} tabIndex={-1} className="me-auto">
          <span className="font-semibold">{strings.rowCount(rows.length)}</span>{' '}
          <span>{`${strings.source(result.sheetName, result.fileName)} ${strings.withErrors(errorRows.length)}`}</span>
        </p>
        <Switch label={strings.onlyErrors} checked={onlyErrors} onCheckedChange={setOnlyErrors} />
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" className="size-4" />}
          disabled={errorRows.length === 0}
          busy={download.busy}
          onClick={() => download.start(errorRows)}
        >
          {strings.downloadErrorRows}
        </Button>
      </div>
      {download.failed ? <Notice tone="error">{strings.notWritten}</Notice> : null}
      {errorRows.length > 0 ? <p className="text-sm text-ink-2">{strings.errorRowsAdded}</p> : null}
      {hasTable ? (
        <DataTable
          label={strings.preview}
          columns={result.match.addressLine2 === null ? previewColumns : columnsWithLine2}
          rows={onlyErrors ? errorRows : rows}
          rowKey={rowKey}
          maxHeight="min(40dvh, 28rem)"
          countText={strings.rowCount}
          empty={<EmptyState title={strings.noErrors} />}
        />
      ) : null}
    </div>
  );
}
