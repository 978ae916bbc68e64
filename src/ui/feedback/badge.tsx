import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import type { Tone } from './toast';

const look: Record<Tone | 'neutral', string> = {
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
  return <span className={cx('badge', look[tone])}>{children}</span>;
}
