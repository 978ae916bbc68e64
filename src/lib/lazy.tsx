import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { report } from '@/lib/report';

/** Code in a file of its own, which is fetched once for all who ask. */
export interface LazyModule<Part> {
  /** The code, if it is here already. */
  readonly current: () => Part | undefined;
  /** Gives the code. Rejects where it can't be fetched now; the next call asks again. */
  readonly load: () => Promise<Part>;
  /** Fetches it ahead. What can't be fetched now is asked for again when it is needed. */
  readonly preload: () => void;
}

/** @param fetchPart an `import()`, and what is wanted of it */
export function lazyModule<Part>(fetchPart: () => Promise<Part>): LazyModule<Part> {
  let current: Part | undefined;
  let loading: Promise<Part> | undefined;
  const load = () => {
    loading ??= fetchPart().then(
      (part) => {
        current = part;
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return { current: () => current, load, preload: () => void load().catch(() => undefined) };
}

interface LazyOptions<Props> {
  /** Stands in its place until the code is wanted and here, and where it can't be had. */
  readonly fallback?: ReactNode;
  /**
   * Nothing is fetched or rendered before this is neither false nor 0, as for a dialog that was never opened. After a
   * failure another value asks again. Always wanted where absent.
   */
  readonly wanted?: (props: Props) => boolean | number;
  /** Called where the code can't be fetched; where absent, the error boundary around the component takes over. */
  readonly onFailure?: (props: Props) => void;
}

/** A component whose code comes when it is first rendered, or ahead of that. */
interface LazyComponent<Props> {
  (props: Props): ReactNode;
  readonly preload: () => void;
}

/**
 * Splits a component off into a file of its own.
 *
 * Unlike React's own `lazy`, one that was preloaded is rendered at once, without a moment of fallback, and one that could
 * not be fetched is asked for again: by the next try of the error boundary around it, or by the next press.
 */
export function lazyWithRetry<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { fallback = null, wanted = () => true, onFailure }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  const { current, load, preload } = lazyModule(fetchPart);
  function Lazy(props: Props) {
    const [loaded, setLoaded] = useState<ComponentType<Props>>();
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const fail = useEffectEvent((error: unknown) => {
      if (!onFailure) return setFailure({ error });
      report('a part of the page could not be loaded', { error: String(error) });
      onFailure(props);
    });
    const want = wanted(props);
    const [wasWanted, setWasWanted] = useState(Boolean(want));
    if (want && !wasWanted) setWasWanted(true);
    const Part = loaded ?? current();
    const isMissing = Part === undefined;
    useEffect(() => {
      if (!want || !isMissing) return;
      let isLeft = false;
      load().then(
        (part) => isLeft || setLoaded(() => part),
        (error: unknown) => isLeft || fail(error),
      );
      return () => {
        isLeft = true;
      };
    }, [want, isMissing]);
    if (failure) throw failure.error;
    return Part && wasWanted ? <Part {...props} /> : fallback;
  }
  return Object.assign(Lazy, { preload });
}

const firstPause = 2000;
const longestPause = 60_000;

/** Waits so many milliseconds, or for the connection to come back. */
const pauseOrOnline = (duration: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, duration);
    addEventListener('online', go);
  });

/**
 * Fetches code that a page can do without: where it can't be had it is asked for again, with growing pauses and as soon as
 * the connection is back. Never rejects, so that what is missing takes nothing else down.
 */
export async function keepTrying<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await fetchPart();
    } catch (error) {
      if (pause === firstPause)
        report('a part of the page could not be loaded yet', { error: String(error) });
      await pauseOrOnline(pause);
    }
  }
}
