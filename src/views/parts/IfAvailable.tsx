import type { ReactNode } from 'react';
import type { PageName } from '../../router/pages.ts';
import { useAvailability } from './useAvailability.ts';

/** Shows its children only if the page is available. */
export const IfAvailable = ({ route, children }: { route: PageName; children: ReactNode }): ReactNode =>
  useAvailability()(route) ? children : null;
