import type { ReactNode } from 'react';
import type { PageName } from '../../router/pages.ts';
import { useAvailability } from './useAvailability.ts';

interface IfAvailableProps {
  route: PageName;
  /** The organization that the page is about. */
  slug?: string | undefined;
  children: ReactNode;
}

/** Shows its children only if the page is available. */
export const IfAvailable = ({ route, slug, children }: IfAvailableProps): ReactNode =>
  useAvailability()(route, slug) ? children : null;
