import { Link, type LinkProps } from 'react-router-dom';
import { type ButtonLook, buttonClass } from './button-class';

type ButtonLinkProps = Omit<LinkProps, keyof ButtonLook> & ButtonLook;

/** A link inside the app, styled as a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
}
