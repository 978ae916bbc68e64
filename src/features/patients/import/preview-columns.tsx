import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ImportColumnKey, importColumns } from '@/contract/import-columns';
import type { ImportedRow, ImportIssue } from '@/contract/import-result';
import { cx } from '@/shared/ui/cx';
import type { DataColumn } from '@/shared/ui/data-table-columns';

const looks = {
  error: { Icon: CircleAlert, className: 'text-red', label: 'Error:' },
  warning: { Icon: TriangleAlert, className: 'text-amber', label: 'Warning:' },
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
  name: 'sm:min-w-32',
  email: 'sm:min-w-52',
  phone: 'sm:min-w-36',
  age: 'sm:min-w-12',
  street: 'sm:min-w-44',
  city: 'sm:min-w-28',
  postalCode: 'sm:min-w-24',
  state: 'sm:min-w-12',
  country: 'sm:min-w-20',
  shippingType: 'sm:min-w-24',
  frequency: 'sm:min-w-24',
  kitType: 'sm:min-w-20',
};

type PreviewCellProps = { column: ImportColumnKey; text: string; issues: readonly ImportIssue[] };

function PreviewCell({ column, text, issues }: PreviewCellProps) {
  return (
    <div className={cx('max-w-64 break-words', issues.length > 0 ? 'sm:min-w-52' : widths[column])}>
      {text === '' ? <span className="text-ink-3">–</span> : text}
      {issues.map((issue) => (
        <IssueText key={issue.message} {...issue} />
      ))}
    </div>
  );
}

/** The row's number in the file, then the twelve columns with what is wrong in each cell. */
export const previewColumns: ReadonlyArray<DataColumn<ImportedRow>> = [
  { id: 'sheetRow', header: 'Row', cell: ({ sheetRow }) => sheetRow, sortValue: ({ sheetRow }) => sheetRow },
  ...importColumns.map(
    ({ key, title }): DataColumn<ImportedRow> => ({
      id: key,
      header: title,
      cell: ({ values, issues }) => (
        <PreviewCell column={key} text={values[key]} issues={issues.filter(({ column }) => column === key)} />
      ),
    }),
  ),
];
