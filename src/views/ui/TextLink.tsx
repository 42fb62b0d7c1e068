import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { Link } from '../../router/Link.tsx';
import { touchTargetClass } from './touchTarget.ts';

/** A link in running text. */
export const textLinkClass = css({
  color: 'accent',
  borderRadius: 'small',
  textDecoration: 'underline',
  textDecorationColor: 'accent/40',
  textUnderlineOffset: '[3px]',
  _hover: { textDecorationColor: 'accent' },
});

interface TextLinkProps {
  href: string;
  /** Whether it is no part of a sentence, so that a finger needs more than its line. */
  standalone?: boolean;
  children: ReactNode;
}

const standaloneClass = cx(textLinkClass, touchTargetClass);
const classOf = (standalone: boolean): string => (standalone ? standaloneClass : textLinkClass);

/** A link inside the application. */
export const TextLink = ({ href, standalone = false, children }: TextLinkProps) => (
  <Link href={href} className={classOf(standalone)}>
    {children}
  </Link>
);

/** A link to another site or to a guide, in a new tab without access to this one. */
export const ExternalLink = ({ href, standalone = false, children }: TextLinkProps) => (
  <a href={href} className={classOf(standalone)} target="_blank" rel="noreferrer">
    {children}
  </a>
);
