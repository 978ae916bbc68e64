import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import type { ImportedRow, ImportKits, ImportResult } from '@/contract/import-result';
import { useFlow, useFlowEvents } from '@/features/api/use-flow';
import { importPatientsMachine, type ReadFileInput } from '@/machines/import-patients.machine';
import { announce } from '@/ui/feedback/announce';
import { withKits } from './kit-lookup';
import { readSpreadsheet } from './read-spreadsheet';
import { prepareImportWorker } from './start-import-job';
import * as strings from './strings';

const machine = importPatientsMachine.provide({
  actors: {
    readFile: fromPromise<ImportResult, ReadFileInput>(({ input, signal }) =>
      readSpreadsheet(input.file, { kits: input.kits, onProgress: input.onProgress, signal }),
    ),
  },
});

type ImportPatientsOptions = {
  readonly open: boolean;
  readonly kits: ImportKits;
  readonly onAccept: (rows: readonly ImportedRow[]) => void;
};

/** The import machine with its reader, kept in sync with the dialog and with a kit list that may arrive late. */
export function useImportPatients({ open, kits, onAccept }: ImportPatientsOptions) {
  const [snapshot, send, actor] = useFlow('import-patients', machine);
  const { result } = snapshot.context;

  useEffect(() => {
    send({ type: open ? 'OPEN' : 'CLOSE' });
    return open ? prepareImportWorker() : undefined;
  }, [open, send]);

  useFlowEvents(actor, { 'rows-for-grid': ({ rows }) => onAccept(rows) });

  useEffect(() => {
    if (!result?.kitsNotLookedUp || kits === 'unavailable') return;
    const rows = withKits(result.rows, kits);
    send({ type: 'KITS_LOOKED_UP', result: { ...result, rows, kitsNotLookedUp: false } });
  }, [result, kits, send]);

  const rowCount = result?.rows.length;
  useEffect(() => {
    if (rowCount !== undefined) announce(strings.rowsWereRead(rowCount));
  }, [rowCount]);

  return { snapshot, send };
}
