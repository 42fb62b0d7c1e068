import type { ReactNode } from 'react';
import type { PageName } from '../../router/pages.ts';
import { useAvailability } from './useAvailability.ts';

/** A way to an address, where that is offered. */
export const IfAvailable = ({ route, children }: { route: PageName; children: ReactNode }): ReactNode =>
  useAvailability()(route) ? children : null;
