import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import type { Tone } from './toast';

const badgeLook: Record<Tone | 'neutral', string> = {
  neutral: 'bg-sunken text-ink-2',
  info: 'bg-teal-soft text-teal',
  success: 'bg-green-soft text-green',
  warning: 'bg-amber-soft text-amber',
  error: 'bg-red-soft text-red',
};

interface BadgeProps {
  tone?: Tone | 'neutral' | undefined;
  children: ReactNode;
}

/** A short status label. The text conveys the state; the color only supports it. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx('badge', badgeLook[tone])}>{children}</span>;
}

const dotLook = { green: 'bg-green', red: 'bg-red' };

interface StatusDotProps {
  tone: keyof typeof dotLook;
  /** Required, because color alone is not accessible. */
  label: string;
}

/** A state as a colored dot with a text, such as the green and red of §2 "Authenticate section". */
export function StatusDot({ tone, label }: StatusDotProps) {
  return (
    <span className="inline-flex items-center gap-2 text-sm whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', dotLook[tone])} />
      <span>{label}</span>
    </span>
  );
}

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
