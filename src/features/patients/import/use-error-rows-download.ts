import { useEffect, useRef, useState } from 'react';
import type { ImportedRow } from '@/contract/import-result';
import { offerDownload } from '@/lib/offer-download';
import { makeErrorRowsFile } from './read-spreadsheet';

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
