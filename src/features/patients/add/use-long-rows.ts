import { type ComponentType, useState } from 'react';
import { type LazyModule, lazyModule, useLazyModule } from '@/lib/lazy';
import { report } from '@/lib/report';
import type { VirtualRowsProps } from './virtual-rows';

export type LongRows = ComponentType<VirtualRowsProps>;

/** Most grids stay short, so this code is preloaded when the browser is idle. */
export const longRows = lazyModule<LongRows>(async () => (await import('./virtual-rows')).VirtualRows);

/**
 * The component that renders a long grid. If its code can't be loaded, the page does not fail: rendering all rows is
 * slow, but keeps the user's unsaved rows accessible.
 */
export function useLongRows(source: LazyModule<LongRows>, wanted: boolean): LongRows | 'loading' | 'missing' {
  const [hasFailed, setFailed] = useState(false);
  const rows = useLazyModule(source, wanted, (error) => {
    report('the code of long grids could not be fetched', { error });
    setFailed(true);
  });
  return rows ?? (hasFailed ? 'missing' : 'loading');
}
