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

/** Leads to a place inside the application. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={textLinkClass}>
    {children}
  </Link>
);

/** A link that leaves the application, in a new tab that knows nothing of this one. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={textLinkClass} target="_blank" rel="noreferrer">
    {children}
  </a>
);
