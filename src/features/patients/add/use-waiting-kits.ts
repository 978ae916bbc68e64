import { useEffect } from 'react';
import type { ImportKits } from '@/contract/import-result';
import type { GridRowDraft } from '@/contract/storage-keys';
import { dashboardToast } from '@/features/api/dashboard-toast';
import { lookUpKit } from '../import/kit-lookup';
import type { GridStore } from './grid-store';
import { strings } from './strings';
import { useGridValue } from './use-grid-row';

/**
 * Looks pasted kits up as soon as the kit list is there.
 *
 * @returns whether rows wait for the list
 */
export function useWaitingKits(store: GridStore, kits: ImportKits): boolean {
  const waiting = useGridValue(store, (grid) => grid.rows().some(isWaiting));
  useEffect(() => {
    if (!waiting || kits === 'unavailable') return;
    let unknown = false;
    store.amend((row) => {
      if (!isWaiting(row)) return row;
      const { kitText = '', ...values } = row;
      const { kitId } = lookUpKit(kitText, kits);
      unknown ||= kitId === null;
      return { ...values, kitType: kitId };
    });
    if (unknown) dashboardToast(strings.kits.unknown, { tone: 'warning' });
  }, [store, waiting, kits]);
  return waiting;
}

const isWaiting = ({ kitText }: GridRowDraft): boolean => kitText !== undefined;
