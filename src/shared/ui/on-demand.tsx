import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { codeSource } from '@/shared/code-source';

/** A component whose code comes when it is first drawn, or ahead of that. */
interface OnDemand<Props> {
  (props: Props): ReactElement;
  /** Fetches the code. One that can't be fetched now is asked for again when it is drawn. */
  prefetch: () => void;
}

/**
 * Splits a component off into a file of its own.
 *
 * Unlike React's own `lazy`, one that was fetched ahead is drawn at once, without a moment of fallback, and one that
 * could not be fetched is asked for again by the next try of the error boundary around it.
 *
 * @param fallback what stands in its place meanwhile
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): OnDemand<Props> {
  const source = codeSource(load);
  function Part(props: Props) {
    const [Shown] = useState(
      () =>
        source.fetched() ?? (lazy(async () => ({ default: await source.fetch() })) as ComponentType<Props>),
    );
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { prefetch: source.prefetch });
}
