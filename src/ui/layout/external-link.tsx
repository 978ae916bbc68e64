import type { ComponentPropsWithRef } from 'react';
import { type ButtonLook, buttonClass } from '@/ui/form/button-class';

interface ExternalLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'target' | 'rel'> {
  href: string;
  /** Styles the link as a button. */
  button?: ButtonLook | undefined;
}

/** An external link: opens a new tab without access to the opener. */
export function ExternalLink({ href, button, className, ...rest }: ExternalLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={button ? buttonClass({ ...button, className }) : (className ?? 'text-link')}
    />
  );
}
