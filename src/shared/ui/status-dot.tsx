import { cx } from '@/shared/ui/cx';

const look = { green: 'bg-green', red: 'bg-red', amber: 'bg-amber', neutral: 'bg-field' };

interface StatusDotProps {
  tone: keyof typeof look;
  /** Always there for screen readers: colour alone says nothing to many people. */
  label: string;
  /** Leaves only the dot for the eye, as the patient table does. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

/** A state as a coloured dot that always has words, such as the green and red of SPEC §2 "Authenticate section". */
export function StatusDot({ tone, label, hideLabel = false, className }: StatusDotProps) {
  return (
    <span
      className={cx('inline-flex items-center gap-2 text-sm whitespace-nowrap', className)}
      title={hideLabel ? label : undefined}
    >
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', look[tone])} />
      <span className={cx(hideLabel && 'sr-only')}>{label}</span>
    </span>
  );
}
