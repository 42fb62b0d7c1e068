import type { ReactNode } from 'react';
import { Link } from '../../router/Link.tsx';
import { buttonClass, type ButtonLook } from './buttonStyles.ts';

/** A link that looks like a button, to an address inside the application. */
export const ButtonLink = ({
  href,
  icon,
  iconEnd,
  children,
  ...look
}: ButtonLook & { href: string; icon?: ReactNode; iconEnd?: ReactNode; children: ReactNode }) => (
  <Link href={href} className={buttonClass(look)}>
    {icon}
    {children}
    {iconEnd}
  </Link>
);
