import { cx } from '@/ui/cx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';

type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

/** The class names of a button, for other elements that look like one (a link, a menu trigger). */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string {
  return cx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, className);
}
