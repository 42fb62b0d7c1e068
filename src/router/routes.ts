import type { Area } from '../contract/common/areas.ts';

/** Who may see a route: `guest` only without a session, `user` only with one, `public` anyone; `landing` and `exit` only lead elsewhere. */
export type RouteAccess = 'guest' | 'user' | 'public' | 'landing' | 'exit';

export interface Route {
  /** Path with `:segments`, as `/project/:ref/sql/:id`. */
  pattern: string;
  access: RouteAccess;
  /** The slug in this route may be unknown (specification, section 5): the existence check leaves it alone. */
  unchecked?: boolean;
  /** Hidden from users whose profile hides this area. */
  area?: Area;
  /** Where a server has several organizations. */
  platformOnly?: boolean;
}

/** Every address of the application. What is shown there is in `screens.ts`, so that views can link without loading one another. */
export const routes = {
  landing: { pattern: '/', access: 'landing' },
  signIn: { pattern: '/sign-in', access: 'guest' },
  signUp: { pattern: '/sign-up', access: 'guest' },
  signOut: { pattern: '/logout', access: 'exit' },
  projects: { pattern: '/projects', access: 'user' },
  newOrganization: { pattern: '/new', access: 'user', area: 'organizations:create', platformOnly: true },
  newProject: { pattern: '/new/:slug', access: 'user', unchecked: true, area: 'projects:create', platformOnly: true },
  organizationBilling: { pattern: '/org/:slug/billing', access: 'user', area: 'billing:all', platformOnly: true },
  project: { pattern: '/project/:ref', access: 'user' },
  projectBuilding: { pattern: '/project/:ref/building', access: 'user' },
  sql: { pattern: '/project/:ref/sql', access: 'user', area: 'sql_editor:all' },
  support: { pattern: '/support/new', access: 'user' },
  gallery: { pattern: '/_ui', access: 'public' },
  flows: { pattern: '/_flows', access: 'public' },
  flowsReceiver: { pattern: '/_flows/receiver', access: 'public' },
  sqlSnippet: { pattern: '/project/:ref/sql/:id', access: 'user', area: 'sql_editor:all' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

type SegmentNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | SegmentNames<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** The segments that a route's address needs, as `{ ref: string; id: string }`. */
export type RouteParams<Name extends RouteName> = Readonly<
  Record<SegmentNames<(typeof routes)[Name]['pattern']>, string>
>;
