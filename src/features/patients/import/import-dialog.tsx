import { useDeferredValue } from 'react';
import type { ImportedRow, ImportKits } from '@/contract/import-result';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/dialog/dialog';
import { Notice } from '@/ui/feedback/notice';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { FileChooser } from './file-chooser';
import * as fixed from './fixed-strings';
import { ImportPreview } from './import-preview';
import * as strings from './strings';
import { useImportPatients } from './use-import-patients';

export type ImportDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly kits: ImportKits;
  /** Emails of patients and grid rows that exist already: rows with one of them are marked. */
  readonly existingEmails: readonly string[];
  /** Called once, with every row of the preview. */
  readonly onAccept: (rows: readonly ImportedRow[]) => void;
  /** Loads the kit list again; without it there is no Retry button. */
  readonly onRetryKits?: () => void;
};

/** "Import Patients from File" (SPEC §2 Patients section): choose, read, look through, add to the grid. */
export function ImportDialog({
  open,
  onOpenChange,
  kits,
  existingEmails,
  onAccept,
  onRetryKits,
}: ImportDialogProps) {
  const { snapshot, send } = useImportPatients({ open, kits, onAccept });
  const { file, result, failure, progress } = snapshot.context;
  const reading = snapshot.hasTag('busy');
  const read = snapshot.hasTag('preview') ? result : null;
  // Drawn in slices: at once, the list of a large file would hold up a frame. Until it stands, the progress does.
  const drawn = useDeferredValue(read);
  const preview = read && drawn;
  const busy = reading || (read !== null && preview === null);
  const close = () => onOpenChange(false);
  const add = () => {
    send({ type: 'ACCEPT' });
    close();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={fixed.title}
      size={preview ? 'xl' : 'md'}
      footer={
        <>
          <Button variant="secondary" onClick={reading ? () => send({ type: 'CANCEL' }) : close}>
            {strings.cancel}
          </Button>
          {preview ? (
            <Button disabled={!snapshot.can({ type: 'ACCEPT' })} onClick={add}>
              {strings.add(preview.rows.length)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FileChooser
          busy={busy}
          compact={preview !== null}
          onFile={(chosen) => send({ type: 'CHOOSE', file: chosen, kits })}
        />
        {failure ? (
          <Notice tone="error" title={file ? strings.notImported(file.name) : null}>
            {failure.message} {preview ? strings.listStands : null}
          </Notice>
        ) : null}
        {busy && file ? (
          <ProgressBar label={strings.reading(file.name)} value={Math.round(progress * 100)} />
        ) : null}
        {preview ? (
          <ImportPreview result={preview} existingEmails={existingEmails} onRetryKits={onRetryKits} />
        ) : null}
      </div>
    </Dialog>
  );
}
