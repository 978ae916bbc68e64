import { type ComponentType, useEffect, useState } from 'react';
import { type LazyModule, lazyModule } from '@/lib/lazy';
import { report } from '@/lib/report';
import type { VirtualRowsProps } from './virtual-rows';

export type LongRows = ComponentType<VirtualRowsProps>;

/** Most grids stay short; this is fetched ahead as soon as there is time. */
export const longRows = lazyModule<LongRows>(async () => (await import('./virtual-rows')).VirtualRows);

/**
 * What draws a long grid. Unlike a lazy part, one that can't be had is no failure of the page: the rows are the user's
 * unsaved work, and drawing all of them is slow but keeps them in reach.
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
