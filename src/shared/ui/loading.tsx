import { cx } from '@/shared/ui/cx';
import * as fixed from '@/shared/ui/fixed-strings';
import { Spinner } from '@/shared/ui/spinner';

/** The words of SPEC §2 while something is on its way: exactly "Loading...". */
export function Loading({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cx('flex min-h-40 items-center justify-center gap-3 text-ink-2', className)}
    >
      <Spinner className="text-plum" />
      <span>{fixed.loading}</span>
    </div>
  );
}
