interface ProgressBarProps {
  label: string;
  /** Percent, from 0 to 100. */
  value: number;
  /** Replaces the percentage, such as "3 of 24". */
  text?: string | undefined;
}

/** The progress of a long task, visible and for screen readers. */
export function ProgressBar({ label, value, text }: ProgressBarProps) {
  return (
    <div className="space-y-1.5">
      <div className="flex justify-between gap-4 text-caption text-ink-2">
        <span>{label}</span>
        <span className="tabular-nums">{text ?? `${value}%`}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-plum-soft"
      >
        <div
          className="h-full w-full origin-left rounded-full bg-plum transition-transform duration-200"
          style={{ transform: `scaleX(${value / 100})` }}
        />
      </div>
    </div>
  );
}
