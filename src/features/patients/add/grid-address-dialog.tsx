import { useEffect } from 'react';
import { addressParts } from '@/lib/address/address-search';
import { LazyAddressDialog } from '../lazy-address-dialog';
import type { GridStore } from './grid-store';
import { strings } from './strings';
import { useGridRow } from './use-grid-row';

interface GridAddressDialogProps {
  store: GridStore;
  /** The row whose address is open; null for none. */
  rowId: string | null;
  onClose: () => void;
}

/** The address of one grid row. Undo takes back what one visit to the dialog changed, as a whole. */
export function GridAddressDialog({ store, rowId, onClose }: GridAddressDialogProps) {
  const row = useGridRow(store, rowId ?? '');
  useEffect(() => {
    store.hold('dialog', rowId);
    return () => store.hold('dialog', null);
  }, [store, rowId]);
  const place = strings.grid.whoseAddress(store.rowIds().indexOf(rowId ?? '') + 1);
  return (
    <LazyAddressDialog
      // Another tab may have removed or saved the row.
      open={rowId !== null && row.id === rowId}
      onClose={() => {
        store.endStep();
        onClose();
      }}
      patient={row.name.trim() || place}
      bind={(name) => ({
        name,
        value: row[name],
        onChange: (event) => store.edit(row.id, { [name]: event.target.value }, `${row.id}:address`),
      })}
      onFound={(found) => store.edit(row.id, addressParts(found), `${row.id}:address`)}
    />
  );
}
