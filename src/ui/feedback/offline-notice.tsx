import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shown while the browser is offline, above the badge of a mock build, and announced to screen readers. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      role="status"
      className={cx('pointer-events-none sticky bottom-0 z-40', !online && 'pb-[var(--badge-room,0px)]')}
      data-print="hidden"
    >
      {online ? null : (
        <p
          data-banner=""
          className="pointer-events-auto flex items-center justify-center gap-2 border-t border-line bg-amber-soft px-4 py-3 text-sm font-medium text-ink"
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-amber" />
          {strings.offline}
        </p>
      )}
    </div>
  );
}
