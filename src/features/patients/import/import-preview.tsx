import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ImportedRow, ImportResult } from '@/contract/import-result';
import { Button } from '@/ui/form/button';
import { DataTable } from '@/ui/table/data-table';
import { EmptyState } from '@/ui/feedback/empty-state';
import { Notice } from '@/ui/feedback/notice';
import { Switch } from '@/ui/form/switch';
import { markKnownEmails } from './duplicate-emails';
import { previewColumns } from './preview-columns';
import { PreviewNotices } from './preview-notices';
import * as strings from './strings';
import { useErrorRowsDownload } from './use-error-rows-download';

type ImportPreviewProps = {
  readonly result: ImportResult;
  readonly existingEmails: readonly string[];
  readonly onRetryKits?: (() => void) | undefined;
};

const hasError = ({ issues }: ImportedRow) => issues.some(({ level }) => level === 'error');
const rowKey = ({ sheetRow }: ImportedRow) => String(sheetRow);

/** Rows as they will be added, with what is wrong in each cell. */
export function ImportPreview({ result, existingEmails, onRetryKits }: ImportPreviewProps) {
  const [onlyErrors, setOnlyErrors] = useState(false);
  // The list of known emails is a new array on every render; its text tells whether it changed.
  const knownEmails = existingEmails.join('\n');
  const rows = useMemo(
    () => markKnownEmails(result.rows, knownEmails.split('\n')),
    [result.rows, knownEmails],
  );
  const errorRows = useMemo(() => rows.filter(hasError), [rows]);
  const download = useErrorRowsDownload(result.fileName);
  return (
    <div className="flex flex-col gap-4">
      <PreviewNotices result={result} onRetryKits={onRetryKits} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="me-auto">
          <span className="font-semibold">{strings.rowCount(rows.length)}</span>{' '}
          {strings.source(result.sheetName, result.fileName)} {strings.withErrors(errorRows.length)}
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
      <DataTable
        label={strings.preview}
        columns={previewColumns}
        rows={onlyErrors ? errorRows : rows}
        rowKey={rowKey}
        maxHeight="min(40dvh, 28rem)"
        countText={strings.rowCount}
        empty={<EmptyState title={strings.noErrors} />}
      />
    </div>
  );
}
