import { cx } from '@/ui/cx';

const look = { green: 'bg-green', red: 'bg-red' };

interface StatusDotProps {
  tone: keyof typeof look;
  /** Required, because color alone is not accessible. */
  label: string;
}

/** A state as a colored dot with a text, such as the green and red of SPEC §2 "Authenticate section". */
export function StatusDot({ tone, label }: StatusDotProps) {
  return (
    <span className="inline-flex items-center gap-2 text-sm whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', look[tone])} />
      <span>{label}</span>
    </span>
  );
}
