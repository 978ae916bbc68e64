import { PetalMark } from '@/shared/art/petal-mark';
import { brand } from '@/shared/brand';
import { cx } from '@/shared/ui/cx';

/** The mark and the name. The name is text, so it is also what a link around it is called. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('flex items-center gap-2', className)}>
      <PetalMark className="size-8" />
      <span className="font-display text-2xl font-medium tracking-[-0.02em]">{brand.name}</span>
    </span>
  );
}
