import { useEffect, useRef, useState } from 'react';
import type { ImportedRow } from '@/contract/import-result';
import { makeErrorRowsFile } from './read-spreadsheet';

function offerDownload(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser takes the file on its own time; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Writes rows to "… errors.xlsx" in a worker and hands the file to the browser. */
export function useErrorRowsDownload(importedFileName: string) {
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
