import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Link } from '../../router/Link.tsx';

const look = css({
  color: 'accent',
  borderRadius: 'small',
  textDecoration: 'underline',
  textDecorationColor: 'accent/40',
  textUnderlineOffset: '[3px]',
  _hover: { textDecorationColor: 'accent' },
});

/** A link in running text, inside the application. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => <Link href={href} className={look}>{children}</Link>;

/** A link that leaves the application, in a new tab that knows nothing of this one. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={look} target="_blank" rel="noreferrer">{children}</a>
);
