import { pageOf } from '../../../router/pages.ts';
import type { AppLocation, RouteMatch } from '../../../router/route.ts';

/** Where an event happened. */
export interface TelemetryLocation extends AppLocation {
  /** The page's title in the table of pages: the document's contains names of projects and queries. */
  title: string;
}

/** Where an address leads, as telemetry reports it. */
export const telemetryLocation = (location: AppLocation, route: RouteMatch | null): TelemetryLocation => ({
  ...location,
  title: pageOf(route?.name ?? 'notFound').title,
});
