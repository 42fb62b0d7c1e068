import { firstProjectSlug } from '../../../router/addresses.ts';
import type { RouteMatch } from '../../../router/route.ts';
import type { TelemetryLocation } from './telemetryLocation.ts';

/** Groups that a page belongs to, named as in the bodies that carry them. */
export interface Groups {
  organization_slug?: string;
  project_ref?: string;
}

/** A telemetry message with the facts that charts know; the service adds the facts that the page knows. */
export type TelemetryMessage =
  /** The page on which the user consented, or the page view that was saved before. */
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
  return {
    ...(slug !== undefined && slug !== firstProjectSlug && { organization_slug: slug }),
    ...(ref !== undefined && { project_ref: ref }),
  };
}

/** Group changes between two locations: groups that were left end, new groups begin. */
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
