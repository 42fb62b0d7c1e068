import type { ReactNode } from 'react';
import type { RouteName } from '../../router/routes.ts';
import { useOffers } from './useOffers.ts';

/** A way to an address, where that is offered. */
export const Offered = ({ route, children }: { route: RouteName; children: ReactNode }): ReactNode =>
  useOffers()(route) ? children : null;
