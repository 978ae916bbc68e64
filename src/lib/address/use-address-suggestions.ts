import { useCallback, useEffect, useRef, useState } from 'react';
import { report } from '@/lib/report';
import {
  type AddressSearch,
  type AddressSession,
  type AddressSuggestion,
  type FoundAddress,
  minSearchLength,
  newAddressSession,
} from './address-search';

/** Debounce in milliseconds: the user does not need a result for every letter. */
const pause = 200;

export interface Suggestions {
  /** `unresolved`: an address was chosen, but its parts could not be fetched. */
  readonly status: 'idle' | 'searching' | 'found' | 'failed' | 'unresolved';
  /** The previous items stay until new ones arrive, so that the list does not flicker. */
  readonly items: readonly AddressSuggestion[];
}

const idle: Suggestions = { status: 'idle', items: [] };

/** Suggestions for the typed text, with one request at a time. */
export function useAddressSuggestions(search: AddressSearch) {
  const [suggestions, setSuggestions] = useState(idle);
  const session = useRef<AddressSession | null>(null);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  /** Aborts the previous request, so that its result is ignored. */
  const restart = (): AbortSignal => {
    stop();
    running.current = new AbortController();
    return running.current.signal;
  };

  const ask = (text: string): void => {
    const signal = restart();
    const wanted = text.trim();
    if (wanted.length < minSearchLength) {
      setSuggestions(idle);
      return;
    }
    setSuggestions(({ items }) => ({ status: 'searching', items }));
    session.current ??= newAddressSession();
    const { current } = session;
    afterPause(signal, async () => {
      try {
        const items = await search.suggest(wanted, current, signal);
        if (!signal.aborted) setSuggestions({ status: 'found', items });
      } catch (error) {
        if (signal.aborted) return;
        report('the address search failed', { error: String(error) });
        setSuggestions({ status: 'failed', items: [] });
      }
    });
  };

  /** The parts of the chosen suggestion; null if they can't be fetched or the user typed on meanwhile. */
  const resolve = async (suggestion: AddressSuggestion): Promise<FoundAddress | null> => {
    const signal = restart();
    session.current = null;
    setSuggestions(idle);
    try {
      const found = await search.resolve(suggestion);
      return signal.aborted ? null : found;
    } catch (error) {
      report('an address could not be resolved', { error: String(error) });
      if (!signal.aborted) setSuggestions({ status: 'unresolved', items: [] });
      return null;
    }
  };

  /** Clears the suggestions. */
  const reset = useCallback(() => {
    stop();
    setSuggestions(idle);
  }, [stop]);

  return { suggestions, ask, resolve, reset };
}

function afterPause(signal: AbortSignal, go: () => Promise<void>): void {
  const timer = setTimeout(() => void go(), pause);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
