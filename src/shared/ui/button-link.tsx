import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { type ButtonLook, buttonClass } from '@/shared/ui/button-class';

interface ButtonLinkProps extends Omit<LinkProps, keyof ButtonLook>, ButtonLook {
  icon?: ReactNode | undefined;
}

/** A link inside the app that looks like a button. */
export function ButtonLink({ variant, size, className, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, className })}>
      {icon}
      {children}
    </Link>
  );
}
