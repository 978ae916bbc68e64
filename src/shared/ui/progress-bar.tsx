import { cx } from '@/shared/ui/cx';

interface ProgressBarProps {
  label: string;
  /** From 0 to `max`; leave it out while the length of the work is unknown. */
  value?: number | undefined;
  max?: number | undefined;
  /** What a screen reader hears instead of a percentage, such as "1,200 of 10,000 rows". */
  valueText?: string | undefined;
  className?: string | undefined;
}

/** How far a long piece of work is, for eye and screen reader; without a value, that it goes on at all. */
export function ProgressBar({ label, value, max = 100, valueText, className }: ProgressBarProps) {
  const known = value !== undefined;
  const share = known ? Math.min(1, Math.max(0, max === 0 ? 1 : value / max)) : 0.35;
  return (
    <div className={cx('space-y-1.5', className)}>
      <div className="flex justify-between gap-4 text-caption text-ink-2">
        <span>{label}</span>
        {known ? <span className="tabular-nums">{valueText ?? `${Math.round(share * 100)}%`}</span> : null}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={known ? 0 : undefined}
        aria-valuemax={known ? max : undefined}
        aria-valuenow={known ? value : undefined}
        aria-valuetext={valueText}
        className="h-2 overflow-hidden rounded-full bg-plum-soft"
      >
        <div
          className={cx(
            'h-full w-full origin-left rounded-full bg-plum transition-transform duration-200',
            !known && 'animate-shimmer',
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
