import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ImportColumnKey, importColumns } from '@/contract/import-columns';
import type { ImportedRow, ImportIssue } from '@/contract/import-result';
import { cx } from '@/ui/cx';
import type { DataColumn } from '@/ui/table/data-table-columns';
import * as strings from './strings';

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
        <span className="sr-only">{label} </span>
        {message}
      </span>
    </span>
  );
}

/** Wide enough that texts of that kind do not break; on phones, where rows are cards, cells take what there is. */
const widths: Record<ImportColumnKey, string> = {
  name: '@min-[46rem]/listing:min-w-32',
  email: '@min-[46rem]/listing:min-w-52',
  phone: '@min-[46rem]/listing:min-w-36',
  age: '@min-[46rem]/listing:min-w-12',
  street: '@min-[46rem]/listing:min-w-44',
  city: '@min-[46rem]/listing:min-w-28',
  postalCode: '@min-[46rem]/listing:min-w-24',
  state: '@min-[46rem]/listing:min-w-12',
  country: '@min-[46rem]/listing:min-w-20',
  shippingType: '@min-[46rem]/listing:min-w-24',
  frequency: '@min-[46rem]/listing:min-w-24',
  kitType: '@min-[46rem]/listing:min-w-20',
};

type PreviewCellProps = { column: ImportColumnKey; text: string; issues: readonly ImportIssue[] };

function PreviewCell({ column, text, issues }: PreviewCellProps) {
  return (
    <div
      className={cx(
        'max-w-64 break-words',
        issues.length > 0 ? '@min-[46rem]/listing:min-w-52' : widths[column],
      )}
    >
      {text === '' ? <span className="text-ink-3">–</span> : text}
      {issues.map((issue) => (
        <IssueText key={issue.message} {...issue} />
      ))}
    </div>
  );
}

/** The row's number in the file, then the twelve columns with what is wrong in each cell. */
export const previewColumns: ReadonlyArray<DataColumn<ImportedRow>> = [
  {
    id: 'sheetRow',
    header: strings.row,
    condensed: 'col-span-full',
    cell: ({ sheetRow }) => sheetRow,
    sortValue: ({ sheetRow }) => sheetRow,
  },
  ...importColumns.map(
    ({ key, title }): DataColumn<ImportedRow> => ({
      id: key,
      header: title,
      condensed: 'col-span-4',
      cell: ({ values, issues }) => (
        <PreviewCell column={key} text={values[key]} issues={issues.filter(({ column }) => column === key)} />
      ),
    }),
  ),
];
