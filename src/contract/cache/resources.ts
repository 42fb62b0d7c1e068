import type * as v from 'valibot';
import * as timing from '../common/timing.ts';
import type { QueryHistoryEntry } from '../sql/snippet.ts';
import type { resourceSchemas } from './resourceSchemas.ts';

/** A GET request of the platform API, and how long its response counts as fresh. */
export interface ResourceDefinition {
  /**
   * Path below the platform API's base, as `/projects/{ref}`; each `{name}` is filled, encoded, from the parameters.
   */
  path: string;
  staleMs: number;
  headers?: Readonly<Record<string, string>>;
  /** Whether the server will change this value automatically, and tells of it only when it is asked. */
  isUnsettled?(data: unknown): boolean;
}

const resource = <const Path extends string>(definition: ResourceDefinition & { path: Path }) => definition;

export const resources = {
  profile: resource({
    path: '/profile',

    staleMs: timing.longStaleMs,
    headers: { Version: '2' },
  }),
  permissions: resource({
    path: '/profile/permissions',

    staleMs: timing.longStaleMs,
  }),
  accountSessions: resource({
    path: '/profile/sessions',

    staleMs: timing.staleMs,
  }),
  accountEvents: resource({ path: '/profile/audit', staleMs: 0 }),
  organizations: resource({ path: '/organizations', staleMs: timing.longStaleMs }),
  organization: resource({ path: '/organizations/{slug}', staleMs: timing.longStaleMs }),
  members: resource({
    path: '/organizations/{slug}/members',

    staleMs: timing.staleMs,
  }),
  projects: resource({ path: '/projects', staleMs: timing.staleMs }),
  project: resource({ path: '/projects/{ref}', staleMs: timing.projectStaleMs }),
  authConfig: resource({ path: '/auth/{ref}/config', staleMs: timing.staleMs }),
  connection: resource({ path: '/projects/{ref}/connection', staleMs: timing.staleMs }),
  apiKeys: resource({ path: '/projects/{ref}/api-keys', staleMs: timing.staleMs }),
  catalog: resource({ path: '/projects/{ref}/database/catalog', staleMs: timing.staleMs }),
  tables: resource({ path: '/projects/{ref}/database/tables', staleMs: timing.staleMs }),
  activity: resource({ path: '/projects/{ref}/activity', staleMs: timing.staleMs }),
  advisors: resource({ path: '/projects/{ref}/advisors', staleMs: timing.staleMs }),
  snippets: resource({
    path: '/projects/{ref}/snippets',

    staleMs: timing.staleMs,
  }),
  snippet: resource({ path: '/projects/{ref}/snippets/{id}', staleMs: timing.staleMs }),
  queryHistory: resource({
    path: '/projects/{ref}/query-history',

    staleMs: timing.staleMs,
    isUnsettled: (history: readonly QueryHistoryEntry[]) => history.some(({ outcome }) => outcome === 'running'),
  }),
} as const satisfies Readonly<Record<keyof typeof resourceSchemas, ResourceDefinition>>;

export type ResourceName = keyof typeof resources;

/** What every page of a signed-in user reads first: whether the user may be there follows from it. */
export const signedInReads = ['profile', 'organizations', 'projects'] as const satisfies readonly ResourceName[];

/** What it reads too on a hosted platform: where else the user may be. */
export const platformReads = ['permissions'] as const satisfies readonly ResourceName[];

export const resourceNames = Object.keys(resources) as ResourceName[];
export type ResourceData<Name extends ResourceName> = v.InferOutput<(typeof resourceSchemas)[Name]>;

type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;

/** The parameters in a resource's path, such as `{ ref: string; id: string }`. */
export type ResourceParams<Name extends ResourceName> = [ParamsIn<(typeof resources)[Name]['path']>] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<ParamsIn<(typeof resources)[Name]['path']>, string>>;

/** A resource with its parameters, as plain data that events and context can carry. */
export interface ResourceRef<Name extends ResourceName> {
  name: Name;
  params: ResourceParams<Name>;
}

/** The parameters of a resource whose name is known only at run time. */
export type AnyResourceParams = Readonly<Record<string, string>>;

export interface AnyResourceRef {
  name: ResourceName;
  params: AnyResourceParams;
}

/** A ref of any resource, with the parameters of that resource. */
export type OneResourceRef = { [Name in ResourceName]: ResourceRef<Name> }[ResourceName];

/** Which cached resources a command is about: all with these names, or the one with this name and these parameters. */
export type ResourceScope =
  | { names: readonly ResourceName[]; params?: undefined }
  | { [Name in ResourceName]: { names: readonly Name[]; params: ResourceParams<Name> } }[ResourceName];

/** The message that tabs exchange: which resources changed, never their data. */
export interface ResourceMessage {
  names: readonly ResourceName[];
  params?: AnyResourceParams | undefined;
}

/** One string per resource and parameters: parameters in the order of the path, so that equal refs have equal keys. */
export const resourceKey = ({ name, params }: AnyResourceRef): string =>
  resources[name].path.replaceAll(/\{(\w+)\}/g, (_, segment: string) => encodeURIComponent(params[segment] ?? ''));

/**
 * The path below the platform API's base, with every segment encoded. Throws on a missing or empty parameter
 * (specification, section 5): without it, the request would go to another address.
 */
export function resourcePath(ref: AnyResourceRef): string {
  const path = resourceKey(ref);
  if (/\/(?:\/|$)/.test(path))
    throw new Error(`${ref.name === 'organization' ? 'Organization slug' : 'Project ref'} is required`);
  return path;
}
