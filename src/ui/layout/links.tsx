import { type ComponentPropsWithRef, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, type LinkProps } from 'react-router-dom';
import { type ButtonLook, buttonClass } from '@/ui/form/button-class';
import * as strings from '@/ui/strings';

type ButtonLinkProps = Omit<LinkProps, keyof ButtonLook> & ButtonLook;

/** A link inside the app, styled as a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
}

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

interface SkipLinkProps {
  /** The id of the element that it skips to. */
  to?: string;
  children?: string;
}

/** First in the tab order of every page. */
export function SkipLink({ to = 'main', children = strings.skip }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-control bg-plum px-4 py-3 font-semibold text-on-plum focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {children}
    </a>
  );
}

/** The id of the element with the skip links of a page that can have more than one. */
export const skipLinksId = 'skip-links';

/** Adds a skip link to those of the page while the element that it skips to is mounted. */
export function AddedSkipLink(props: Required<SkipLinkProps>) {
  const [place, setPlace] = useState<Element | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(skipLinksId)), []);
  return place && createPortal(<SkipLink {...props} />, place);
}
