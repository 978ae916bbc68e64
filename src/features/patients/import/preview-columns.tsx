import { CircleAlert, TriangleAlert } from 'lucide-react';
import { importColumns } from '@/contract/import-columns';
import type { ImportedRow, ImportIssue } from '@/contract/import-result';
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

function PreviewCell({ text, issues }: { text: string; issues: readonly ImportIssue[] }) {
  return (
    <div className="min-w-0 max-w-64 break-words">
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
        <PreviewCell text={values[key]} issues={issues.filter(({ column }) => column === key)} />
      ),
    }),
  ),
];
