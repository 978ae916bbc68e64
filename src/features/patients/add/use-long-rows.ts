import { type ComponentType, useEffect, useState } from 'react';
import { report } from '@/shared/report';
import type { VirtualRowsProps } from './virtual-rows';

type LongRows = ComponentType<VirtualRowsProps>;

/** Where the code that draws a long grid comes from. */
export interface LongRowsSource {
  /** The code, if it is here already. */
  readonly fetched: () => LongRows | undefined;
  /** Rejects where it can't be had now; the next call asks again. */
  readonly fetch: () => Promise<LongRows>;
}

/** Keeps what `load` brings, so that it is there at once from then on. */
export function longRowsFrom(load: () => Promise<LongRows>): LongRowsSource {
  let fetched: LongRows | undefined;
  return {
    fetched: () => fetched,
    fetch: async () => {
      fetched ??= await load();
      return fetched;
    },
  };
}

/** Most grids stay short; this is fetched ahead as soon as there is time. */
export const longRows = longRowsFrom(async () => (await import('./virtual-rows')).VirtualRows);

/**
 * What draws a long grid. Unlike a lazy part, one that can't be had is no failure of the page: the rows are the user's
 * unsaved work, and drawing all of them is slow but keeps them in reach.
 */
export function useLongRows(source: LongRowsSource, wanted: boolean): LongRows | 'loading' | 'missing' {
  const [outcome, setOutcome] = useState<{ rows: LongRows | 'loading' | 'missing' }>({ rows: 'loading' });
  const known = source.fetched();
  const toFetch = wanted && known === undefined;
  useEffect(() => {
    if (!toFetch) return;
    let onScreen = true;
    const settle = (rows: LongRows | 'missing') => {
      if (onScreen) setOutcome({ rows });
    };
    source.fetch().then(settle, (error: unknown) => {
      report('the code of long grids could not be fetched', { error });
      settle('missing');
    });
    return () => {
      onScreen = false;
    };
  }, [source, toFetch]);
  return known ?? outcome.rows;
}
