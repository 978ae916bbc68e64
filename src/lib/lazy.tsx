import { type ComponentType, type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { report } from './report';

/** Code in a separate chunk, fetched once for all callers. */
export interface LazyModule<Part> {
  /** The code, if it is already loaded. */
  readonly current: () => Part | undefined;
  /** Loads the code. Rejects if it can't be fetched; the next call tries again. */
  readonly load: () => Promise<Part>;
  /** Fetches the code early. Resolves once that has ended; failures are ignored, and a later `load` fetches again. */
  readonly preload: () => Promise<void>;
}

/** In milliseconds: long enough for the largest part on a slow connection. */
const longestFetch = 30_000;
const tick = 5000;

/**
 * Rejects if the code does not arrive: an `import()` on a connection that has died may never settle. The time begins
 * again after the computer has slept, because the connection then needs it again.
 */
const inTime = <Part,>(part: Promise<Part>): Promise<Part> =>
  new Promise((resolve, reject) => {
    let waited = 0;
    let last = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      // A tick that comes late means that the page slept, or that the browser slows down a hidden one.
      waited = now - last > 2 * tick ? 0 : waited + tick;
      last = now;
      if (waited < longestFetch) return;
      stop();
      reject(new Error('The code did not arrive.'));
    }, tick);
    const stop = () => clearInterval(timer);
    part.then(resolve, reject).then(stop, stop);
  });

/** @param fetchPart an `import()` that resolves to the export */
export const lazyModule = <Part,>(fetchPart: () => Promise<Part>): LazyModule<Part> =>
  fetchedOnce(() => inTime(fetchPart()));

/**
 * Returns the code once it is loaded; it is fetched while `isNeeded` is true or a number other than 0. After a failure, a
 * changed value fetches again.
 *
 * @param onFailure called if the code can't be fetched; need not be stable
 */
export function useLazyModule<Part>(
  source: Pick<LazyModule<Part>, 'current' | 'load'>,
  isNeeded: boolean | number,
  onFailure: (error: unknown) => void,
): Part | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: Part }>();
  const part = loaded === undefined ? source.current() : loaded.part;
  const fail = useEffectEvent(onFailure);
  const isMissing = part === undefined;
  useEffect(() => {
    if (!isNeeded || !isMissing) return;
    let isLeft = false;
    source.load().then(
      (fetched) => isLeft || setLoaded({ part: fetched }),
      (error: unknown) => isLeft || fail(error),
    );
    return () => {
      isLeft = true;
    };
  }, [source, isNeeded, isMissing]);
  return part;
}

function fetchedOnce<Part>(fetchPart: () => Promise<Part>): LazyModule<Part> {
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
  const ignore = () => undefined;
  return { current: () => current, load, preload: () => load().then(ignore, ignore) };
}

interface LazyOptions<Props> {
  /** Rendered until the component is needed and loaded, and if it can't be fetched. */
  readonly fallback?: ReactElement | null;
  /**
   * Nothing is fetched or rendered while this is false or 0, as for a dialog that was never opened. After a failure, a
   * changed value fetches again. Defaults to always.
   */
  readonly loadWhen?: (props: Props) => boolean | number;
  /** The page can do without it: it is fetched until it arrives, and never fails. */
  readonly isOptional?: boolean;
  /** Called if the code can't be fetched; without it, the nearest error boundary handles the failure. */
  readonly onFailure?: (props: Props) => void;
}

/** A component whose code is fetched when it is first rendered, or on `preload()`. */
interface LazyComponent<Props> {
  (props: Props): ReactElement | null;
  readonly preload: () => Promise<void>;
}

/**
 * Puts a component into a separate chunk.
 *
 * Unlike React's `lazy`, a preloaded component renders at once without a fallback, and a failed fetch is repeated when
 * the error boundary retries or the user presses again. Firefox before 155 remembers a failed `import()` for the life of
 * the page, so there only the reload helps that the boundary also offers.
 */
export function lazyWithRetry<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { fallback = null, loadWhen = () => true, isOptional = false, onFailure }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  const source = isOptional ? fetchedOnce(() => retryUntilLoaded(fetchPart)) : lazyModule(fetchPart);
  function Lazy(props: Props) {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const needed = loadWhen(props);
    const [wasNeeded, setWasNeeded] = useState(Boolean(needed));
    if (needed && !wasNeeded) setWasNeeded(true);
    const Part = useLazyModule(source, needed, (error) => {
      if (!onFailure) return setFailure({ error });
      report('a part of the page could not be loaded', { error: String(error) });
      onFailure(props);
    });
    if (failure) throw failure.error;
    return Part && wasNeeded ? <Part {...props} /> : fallback;
  }
  return Object.assign(Lazy, { preload: source.preload });
}

const firstPause = 2000;
const longestPause = 60_000;

/** Resolves after `duration` milliseconds, or when the browser is online again. */
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
 * Fetches optional code, retrying with growing pauses and whenever the browser is online again. Never rejects, so that
 * a missing part does not break the page.
 */
async function retryUntilLoaded<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await inTime(fetchPart());
    } catch (error) {
      if (pause === firstPause)
        report('a part of the page could not be loaded yet', { error: String(error) });
      await pauseOrOnline(pause);
    }
  }
}
