import { cx } from '@/shared/ui/cx';

/** A grey bar in the place of a line to come. Give it a width by class, such as `w-32`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-4 animate-shimmer rounded-sm bg-line', className)} />
  );
}
