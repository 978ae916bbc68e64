import { brand } from '@/lib/brand';
import { cx } from '@/ui/cx';

/** The logo mark: two overlapping petal arcs in the text color. */
export function PetalMark({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <path d="M16 28C6.5 24 4 14 6.5 4.5 15 7.5 18.5 16.5 16 28Z" fill="currentColor" fillOpacity=".16" />
      <path d="M16 28c9.5-4 12-14 9.5-23.5C17 7.5 13.5 16.5 16 28Z" fill="currentColor" fillOpacity=".08" />
    </svg>
  );
}

/** The mark and the name. The name is text, so that it labels a link around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('flex items-center gap-2', className)}>
      <PetalMark className="size-8" />
      <span className="font-display text-2xl font-medium tracking-[-0.02em]">{brand.name}</span>
    </span>
  );
}
