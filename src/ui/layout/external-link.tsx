import type { ComponentPropsWithRef } from 'react';
import { type ButtonLook, buttonClass } from '@/ui/form/button';

interface ExternalLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'target' | 'rel'> {
  href: string;
  /** Draws the link as a button instead of as text. */
  button?: ButtonLook | undefined;
}

/** A link out of the app: opens a new tab that can't reach back into ours. */
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
