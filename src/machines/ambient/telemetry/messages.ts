import type { AppLocation, RouteMatch } from '../../../router/route.ts';

/** What a page belongs to, in the words of the bodies that carry it. */
export interface Groups {
  organization_slug?: string;
  project_ref?: string;
}

/** Where something happened. */
export interface TelemetryLocation extends AppLocation {
  /** The route's name; null where no route has this path. A page's own title has people's words in it. */
  page: string | null;
}

/** What may be told, each with what only the charts know; the service adds what only the page knows. */
export type TelemetryMessage =
  /** The page on which the user agreed, or the one that was saved before. */
  | { kind: 'consentPage'; location: TelemetryLocation }
  | { kind: 'page'; location: TelemetryLocation }
  | {
      kind: 'event';
      action: string;
      properties: Readonly<Record<string, string | number | boolean>>;
      location: TelemetryLocation;
    }
  | { kind: 'identify'; userId: string; groups: Groups }
  | { kind: 'groups/identify'; groups: Groups }
  | { kind: 'groups/reset'; organization: boolean; project: boolean }
  | { kind: 'reset' };

export function groupsAt(route: RouteMatch | null): Groups {
  const { slug, ref } = route?.params ?? {};
  return { ...(slug !== undefined && { organization_slug: slug }), ...(ref !== undefined && { project_ref: ref }) };
}

/** What follows from having gone from one place's groups to another's: those that were left end, those that are new begin. */
export function messagesBetween(from: Groups, to: Groups): TelemetryMessage[] {
  const left = {
    organization: from.organization_slug !== undefined && to.organization_slug === undefined,
    project: from.project_ref !== undefined && to.project_ref === undefined,
  };
  const isNew =
    (to.organization_slug ?? from.organization_slug) !== from.organization_slug ||
    (to.project_ref ?? from.project_ref) !== from.project_ref;
  return [
    ...(left.organization || left.project ? [{ kind: 'groups/reset' as const, ...left }] : []),
    ...(isNew ? [{ kind: 'groups/identify' as const, groups: to }] : []),
  ];
}
