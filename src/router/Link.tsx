import type { ReactNode } from 'react';
import { Link as WouterLink } from 'wouter';

export interface LinkProps {
  href: string;
  className?: string;
  replace?: boolean;
  children?: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
}

/** A link inside the application: a plain click navigates without loading a page. */
export const Link = (props: LinkProps) => <WouterLink {...props} />;
