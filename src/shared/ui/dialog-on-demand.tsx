import { type ComponentType, type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { codeSource } from '@/shared/code-source';
import { report } from '@/shared/report';

interface DialogOnDemand<Props> {
  (props: Props): ReactElement | null;
  /** Fetches the code. One that can't be fetched now is asked for again when the dialog is opened. */
  prefetch: () => void;
}

/**
 * Splits a dialog off into a file of its own, which comes when it is opened for the first time.
 *
 * @param onMissing closes it again and says so, where its code can't be fetched: what lies under it stays as it is, and the
 * next opening asks for the code anew
 */
export function dialogOnDemand<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  onMissing: (props: Props) => void,
): DialogOnDemand<Props> {
  const source = codeSource(load);
  function Part(props: Props) {
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(() => source.fetched() ?? null);
    const tellMissing = useEffectEvent((error: unknown) => {
      report('a dialog could not be loaded', { error: String(error) });
      onMissing(props);
    });
    const isWaited = props.open && Dialog === null;
    useEffect(() => {
      if (!isWaited) return;
      let isLeft = false;
      source.fetch().then(
        (loaded) => setDialog(() => loaded),
        (error: unknown) => isLeft || tellMissing(error),
      );
      return () => {
        isLeft = true;
      };
    }, [isWaited]);
    return Dialog && <Dialog {...props} />;
  }
  return Object.assign(Part, { prefetch: source.prefetch });
}
