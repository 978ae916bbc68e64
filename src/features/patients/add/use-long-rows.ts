import { type ComponentType, useEffect, useState } from 'react';
import { type LazyModule, lazyModule } from '@/lib/lazy';
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
  const [outcome, setOutcome] = useState<{ rows: LongRows | 'loading' | 'missing' }>({ rows: 'loading' });
  const known = source.current();
  const toFetch = wanted && known === undefined;
  useEffect(() => {
    if (!toFetch) return;
    let onScreen = true;
    const settle = (rows: LongRows | 'missing') => {
      if (onScreen) setOutcome({ rows });
    };
    source.load().then(settle, (error: unknown) => {
      report('the code of long grids could not be fetched', { error });
      settle('missing');
    });
    return () => {
      onScreen = false;
    };
  }, [source, toFetch]);
  return known ?? outcome.rows;
}
