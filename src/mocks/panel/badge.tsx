import { type Ref, useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import type { PanelContext } from './panel-context';
import type { Place } from './place';
import { useScenario } from './use-scenario';

interface BadgeProps {
  ref: Ref<HTMLButtonElement>;
  context: PanelContext;
  side: Place['side'];
  onOpen: () => void;
}

/** Says that nothing here is real, whether calls are told to fail, and what the mock has to do without. */
export function Badge({ ref, context, side, onOpen }: BadgeProps) {
  const { overrides, chaos } = useScenario(context);
  const notes = useSyncExternalStore(context.notes.onChange, context.notes.list);
  const limits = [...new Set(notes.flatMap(({ badge }) => badge ?? []))];
  const altered = overrides.length > 0 || chaos !== null;
  const words = [
    overrides.length > 0 ? `${overrides.length} overridden` : '',
    chaos === null ? '' : 'chaos',
  ].filter(Boolean);
  // Without a z-index it lies above the page but below every dialog, which is portalled after it.
  return (
    <button
      ref={ref}
      type="button"
      data-badge=""
      aria-label={['Demo data', ...limits, ...words].join(', ')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+."
      title="Control room (Ctrl+.)"
      onClick={onOpen}
      className={cx(
        'fixed bottom-3 flex min-h-6 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 py-1 text-caption font-semibold text-ink-2 opacity-90 shadow-2 hover:text-plum hover:opacity-100 focus-visible:opacity-100 print:hidden',
        side === 'start' ? 'start-3' : 'end-3',
      )}
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', altered ? 'bg-coral' : 'bg-teal')} />
      {/* On a phone the shorter word leaves the page its room. */}
      <span className="sm:hidden">Demo</span>
      <span className="hidden sm:inline">Demo data</span>
      {limits.map((limit) => (
        <span key={limit}>· {limit}</span>
      ))}
      {altered ? <span className="text-coral">{words.join(', ')}</span> : null}
    </button>
  );
}
