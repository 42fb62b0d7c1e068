import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Link } from '../../router/Link.tsx';

/** A link in running text. */
export const textLinkClass = css({
  color: 'accent',
  borderRadius: 'small',
  textDecoration: 'underline',
  textDecorationColor: 'accent/40',
  textUnderlineOffset: '[3px]',
  _hover: { textDecorationColor: 'accent' },
});

/** A link inside the application. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={textLinkClass}>
    {children}
  </Link>
);

/** A link to another site or to a guide, in a new tab without access to this one. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={textLinkClass} target="_blank" rel="noreferrer">
    {children}
  </a>
);
