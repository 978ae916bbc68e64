import { cx } from '@/ui/cx';

/** Decorative: the text next to it describes what is happening. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={cx('size-[1.15em] shrink-0 animate-spin', className)}
    >
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity=".25" />
      <path
        d="M17.5 10A7.5 7.5 0 0 0 10 2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
