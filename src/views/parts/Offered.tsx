import type { ReactNode } from 'react';
import type { PageName } from '../../router/pages.ts';
import { useOffers } from './useOffers.ts';

/** A way to an address, where that is offered. */
export const Offered = ({ route, children }: { route: PageName; children: ReactNode }): ReactNode =>
  useOffers()(route) ? children : null;
