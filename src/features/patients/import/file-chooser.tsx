import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { sampleFileName } from '@/contract/import-columns';
import { Button } from '@/ui/form/button';
import { cx } from '@/ui/cx';
import * as fixed from './fixed-strings';
import * as strings from './strings';

type FileChooserProps = {
  readonly busy: boolean;
  /** Smaller once there is a preview to look at. */
  readonly compact: boolean;
  readonly onFile: (file: File) => void;
};

/** "Upload File" by button or by dropping a file, and the link to the sample file (SPEC §2 Patients section). */
export function FileChooser({ busy, compact, onFile }: FileChooserProps) {
  const { over, handlers } = useFileDrop(busy ? undefined : onFile);
  return (
    <section
      aria-label={strings.chooser}
      {...handlers}
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-dashed px-5',
        compact ? 'py-3' : 'justify-center py-8 text-center sm:py-10',
        over ? 'border-plum bg-plum-soft' : 'border-field bg-sunken',
      )}
    >
      {compact ? null : <p className="w-full text-ink-2">{strings.dropHint}</p>}
      <UploadButton busy={busy} secondary={compact} onFile={onFile} />
      <a
        href={`${import.meta.env.BASE_URL}${sampleFileName}`}
        download={sampleFileName}
        className="inline-flex min-h-11 items-center gap-2 font-medium text-plum underline underline-offset-4"
      >
        <FileSpreadsheet aria-hidden="true" className="size-5" />
        {strings.sample}
      </a>
    </section>
  );
}

type UploadButtonProps = {
  readonly busy: boolean;
  readonly secondary: boolean;
  readonly onFile: (file: File) => void;
};

function UploadButton({ busy, secondary, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls"
        aria-label={strings.file}
        tabIndex={-1}
        className="hidden"
        disabled={busy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Without this, choosing the same file again after correcting it would change nothing.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        variant={secondary ? 'secondary' : 'primary'}
        icon={<Upload aria-hidden="true" className="size-5" />}
        disabled={busy}
        onClick={() => input.current?.click()}
      >
        {fixed.upload}
      </Button>
    </>
  );
}

/** Handlers of an element that files can be dropped on; without `onFile` a drop does nothing. */
function useFileDrop(onFile: ((file: File) => void) | undefined) {
  const [over, setOver] = useState(false);
  // The browser would leave the page and show the file if the default were not prevented.
  const take = (event: DragEvent, next: boolean) => {
    event.preventDefault();
    setOver(next);
  };
  const handlers = {
    onDragOver: (event: DragEvent) => take(event, onFile !== undefined),
    onDragLeave: (event: DragEvent) => take(event, false),
    onDrop: (event: DragEvent) => {
      take(event, false);
      const file = event.dataTransfer.files[0];
      if (file) onFile?.(file);
    },
  };
  return { over, handlers };
}
