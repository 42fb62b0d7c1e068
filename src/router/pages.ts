import type { RequiredPermission } from '../contract/accounts/permissions.ts';
import type { ResourceName } from '../contract/cache/resources.ts';
import type { Feature } from '../contract/common/features.ts';
import type { PaletteSection } from '../contract/shell/palette.ts';
import { chords } from '../contract/shell/shortcuts.ts';

/**
 * Who may see a page: `guest` only without a session, `user` only with one, `public` everyone; `landing` and `exit`
 * only redirect; `factor` only with a session that awaits the code of the user's second factor.
 */
export type PageAccess = 'guest' | 'factor' | 'user' | 'public' | 'landing' | 'exit';

/** Names of icons, so that a page stays data; `views/parts/pageIcons.tsx` draws them. */
export type PageIcon =
  | 'building'
  | 'grid'
  | 'home'
  | 'key'
  | 'list'
  | 'lifeBuoy'
  | 'logOut'
  | 'mail'
  | 'minus'
  | 'monitor'
  | 'plus'
  | 'shieldCheck'
  | 'table'
  | 'terminal'
  | 'users'
  | 'user';

/** The part of the product that a page belongs to: its view and its flow are in the folders of that name. */
type PageArea =
  | 'accounts'
  | 'advisors'
  | 'auth'
  | 'inspector'
  | 'logs'
  | 'organizations'
  | 'projects'
  | 'shell'
  | 'sql'
  | 'support'
  | 'tables';

/** How the command palette lists a page. */
interface PageCommand {
  /** Stable: the palette stores the ids of recent commands. */
  id: string;
  section: PaletteSection;
  /** Replaces the title. */
  label?: string;
  keywords?: readonly string[];
}

export interface Page {
  /** With `:segments`, as `/project/:ref/sql/:id`. */
  path: string;
  /** A shorter address that users type; the server redirects it to the page's own one (`shortAddresses.ts`). */
  alias?: string;
  /** A noun: the navigation, the breadcrumb, the palette and the shortcut sheet show it. */
  title: string;
  area: PageArea;
  access: PageAccess;
  /** The layout around it; without one, the page fills the window. */
  layout?: LayoutName;
  icon?: PageIcon;
  /** The group of the navigation rail that lists it, in the order of this table. */
  navigation?: 'project' | 'account';
  /** The listed page that counts as current while this one is shown. */
  within?: string;
  /** The page that this one redirects to. */
  forwards?: string;
  /** The page that usually follows: its code loads when this one is idle. */
  next?: string;
  command?: PageCommand;
  /** Keyboard shortcuts that open it. */
  shortcut?: { id: string; keys: readonly string[] };
  /** Hidden from users whose profile disables this feature. */
  feature?: Feature;
  /** The permission that a user needs in the organization; the server still checks every request. */
  permission?: RequiredPermission;
  /** What the page shows first: read beside its code. The segments of the path are the parameters. */
  reads?: readonly ResourceName[];
  /** Whether the page needs a server with several organizations. */
  platformOnly?: boolean;
  /** The slug in this path may be unknown (specification, section 5): the existence check skips it. */
  unchecked?: boolean;
}

/**
 * Layouts by the layout that contains them: pages of one layout share its view. An optional one is there only where its
 * flow has loaded, which its row in `src/app/screens.ts` decides.
 */
export const layouts = {
  shell: { within: null },
  project: { within: 'shell' },
  account: { within: 'shell' },
  tables: { within: 'project' },
  captcha: { within: null, isOptional: true },
} as const satisfies Record<string, { within: string | null; isOptional?: true }>;

export type LayoutName = keyof typeof layouts;

export const layoutNames = Object.keys(layouts) as readonly LayoutName[];

export const isOptional = (name: LayoutName): boolean => 'isOptional' in layouts[name];

/** The layouts around a page, outermost first. */
export function layoutsAround(layout: LayoutName | undefined): readonly LayoutName[] {
  if (layout === undefined) return [];
  return [...layoutsAround(layouts[layout].within ?? undefined), layout];
}

/** Every page, one row each. `src/app/screens.ts` maps them to screens. The first matching row wins. */
export const pages = {
  landing: { path: '/', title: 'Basechart', area: 'shell', access: 'landing' },
  signIn: {
    path: '/sign-in',
    title: 'Sign in',
    area: 'accounts',
    access: 'guest',
    layout: 'captcha',
    next: 'projects',
  },
  secondFactor: { path: '/sign-in-mfa', title: 'Two-step verification', area: 'accounts', access: 'factor' },
  emailSignIn: {
    path: '/sign-in-email',
    title: 'Sign in by email',
    area: 'accounts',
    access: 'guest',
    layout: 'captcha',
  },
  ssoSignIn: { path: '/sign-in-sso', title: 'Sign in with SSO', area: 'accounts', access: 'guest', layout: 'captcha' },
  phoneSignIn: {
    path: '/sign-in-phone',
    title: 'Sign in by phone',
    area: 'accounts',
    access: 'guest',
    layout: 'captcha',
  },
  externalSignIn: {
    path: '/sign-in-external/:provider',
    title: 'Sign in with a provider',
    area: 'accounts',
    access: 'guest',
  },
  signUp: {
    path: '/sign-up',
    title: 'Sign up',
    area: 'accounts',
    access: 'guest',
    layout: 'captcha',
    next: 'newOrganization',
  },
  forgotPassword: {
    path: '/forgot-password',
    title: 'Forgot password',
    area: 'accounts',
    access: 'public',
    layout: 'captcha',
  },
  resetPassword: { path: '/reset-password', title: 'Reset password', area: 'accounts', access: 'public' },
  confirmEmail: { path: '/confirm-email', title: 'Confirm email', area: 'accounts', access: 'guest' },
  confirmEmailChange: { path: '/confirm-email-change', title: 'Confirm email', area: 'accounts', access: 'public' },
  signOut: {
    path: '/logout',
    title: 'Sign out',
    area: 'accounts',
    access: 'exit',
    icon: 'logOut',
    command: { id: 'signOut', section: 'Actions', keywords: ['log out', 'leave'] },
  },
  project: {
    path: '/project/:ref',
    title: 'Project home',
    area: 'projects',
    access: 'user',
    layout: 'project',
    icon: 'home',
    navigation: 'project',
    next: 'sql',
    command: { id: 'go:home', section: 'Navigate' },
    reads: ['project', 'activity', 'queryHistory'],
    shortcut: { id: 'goHome', keys: [chords.home] },
  },
  projectSetup: {
    path: '/project/:ref/building',
    title: 'Project setup',
    area: 'projects',
    access: 'user',
    layout: 'project',
    within: 'project',
    next: 'project',
    reads: ['project'],
  },
  sql: {
    path: '/project/:ref/sql',
    title: 'SQL editor',
    area: 'sql',
    access: 'user',
    layout: 'project',
    icon: 'terminal',
    navigation: 'project',
    forwards: 'sqlSnippet',
    command: { id: 'go:sql', section: 'Navigate' },
    shortcut: { id: 'goSql', keys: [chords.sql] },
    feature: 'sql_editor:all',
    reads: ['project', 'snippets', 'queryHistory'],
  },
  sqlSnippet: {
    path: '/project/:ref/sql/:id',
    title: 'Query',
    area: 'sql',
    access: 'user',
    layout: 'project',
    within: 'sql',
    feature: 'sql_editor:all',
    reads: ['project', 'snippets', 'queryHistory'],
  },
  tables: {
    path: '/project/:ref/editor',
    title: 'Table editor',
    area: 'tables',
    access: 'user',
    layout: 'tables',
    icon: 'table',
    navigation: 'project',
    command: { id: 'go:tables', section: 'Navigate' },
    shortcut: { id: 'goTables', keys: [chords.tables] },
    reads: ['project'],
    next: 'table',
  },
  table: {
    path: '/project/:ref/editor/:id',
    title: 'Table',
    area: 'tables',
    access: 'user',
    layout: 'tables',
    within: 'tables',
    reads: ['project'],
  },
  users: {
    path: '/project/:ref/auth/users',
    title: 'Users',
    area: 'auth',
    access: 'user',
    layout: 'project',
    icon: 'users',
    navigation: 'project',
    command: { id: 'go:users', section: 'Navigate', keywords: ['authentication'] },
    shortcut: { id: 'goAuth', keys: [chords.auth] },
    reads: ['project'],
  },
  user: {
    path: '/project/:ref/auth/users/:id',
    title: 'User',
    area: 'auth',
    access: 'user',
    layout: 'project',
    within: 'users',
    reads: ['project'],
  },
  authConfig: {
    path: '/project/:ref/auth/config',
    title: 'Auth settings',
    area: 'auth',
    access: 'user',
    layout: 'project',
    icon: 'key',
    navigation: 'project',
    command: { id: 'go:authConfig', section: 'Navigate', keywords: ['smtp', 'providers'] },
    shortcut: { id: 'goAuthConfig', keys: [chords.authSettings] },
    reads: ['project'],
  },
  logs: {
    path: '/project/:ref/logs',
    title: 'Logs',
    area: 'logs',
    access: 'user',
    layout: 'project',
    icon: 'list',
    navigation: 'project',
    command: { id: 'go:logs', section: 'Navigate' },
    shortcut: { id: 'goLogs', keys: [chords.logs] },
    reads: ['project'],
  },
  advisors: {
    path: '/project/:ref/advisors',
    title: 'Advisors',
    area: 'advisors',
    access: 'user',
    layout: 'project',
    icon: 'shieldCheck',
    navigation: 'project',
    command: { id: 'go:advisors', section: 'Navigate', keywords: ['lint', 'security', 'performance'] },
    shortcut: { id: 'goAdvisors', keys: [chords.advisors] },
    reads: ['project', 'advisors'],
  },
  projects: {
    path: '/projects',
    title: 'Projects',
    area: 'projects',
    access: 'user',
    layout: 'shell',
    icon: 'grid',
    navigation: 'account',
    command: { id: 'go:projects', section: 'Navigate', label: 'All projects' },
  },
  sqlExample: {
    path: '/examples/sql',
    title: 'Run an example',
    area: 'sql',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    feature: 'sql_editor:all',
    reads: ['projects'],
  },
  newProject: {
    path: '/new/:slug',
    title: 'New project',
    area: 'projects',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    next: 'project',
    icon: 'plus',
    command: { id: 'newProject', section: 'Actions', keywords: ['create project'] },
    feature: 'projects:create',
    permission: { action: 'write:Create', resource: 'projects' },
    platformOnly: true,
    unchecked: true,
  },
  newOrganization: {
    path: '/new',
    title: 'New organization',
    area: 'organizations',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    next: 'newProject',
    icon: 'building',
    command: { id: 'newOrganization', section: 'Actions', keywords: ['create organization'] },
    feature: 'organizations:create',
    platformOnly: true,
  },
  organization: {
    path: '/org/:slug',
    title: 'Organization',
    area: 'organizations',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    reads: ['organization', 'projects', 'members'],
    platformOnly: true,
  },
  organizationBilling: {
    path: '/org/:slug/billing',
    title: 'Billing',
    area: 'organizations',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    reads: ['organization', 'projects'],
    feature: 'billing:all',
    platformOnly: true,
  },
  organizationAssistant: {
    path: '/org/:slug/assistant',
    title: 'Assistant',
    area: 'organizations',
    access: 'user',
    layout: 'shell',
    within: 'projects',
    reads: ['organization'],
    permission: { action: 'write:Update', resource: 'organizations' },
  },
  accountProfile: {
    path: '/account/profile',
    alias: '/account',
    title: 'Profile',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'user',
    shortcut: { id: 'goAccount', keys: [chords.account] },
    reads: ['profile'],
    command: { id: 'go:accountProfile', section: 'Navigate', keywords: ['account', 'name', 'settings'] },
  },
  accountPreferences: {
    path: '/account/preferences',
    title: 'Preferences',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'grid',
    command: { id: 'go:preferences', section: 'Navigate', keywords: ['theme', 'time zone', 'settings', 'privacy'] },
  },
  accountEmail: {
    path: '/account/email',
    title: 'Email',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'mail',
    reads: ['profile'],
    command: { id: 'go:accountEmail', section: 'Navigate', label: 'Change email', keywords: ['account'] },
  },
  accountPassword: {
    path: '/account/password',
    title: 'Password',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'key',
    command: { id: 'go:accountPassword', section: 'Navigate', label: 'Change password', keywords: ['account'] },
  },
  accountSignInMethods: {
    path: '/account/sign-in-methods',
    title: 'Sign-in methods',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'user',
    command: {
      id: 'go:accountSignInMethods',
      section: 'Navigate',
      keywords: ['account', 'provider', 'identities', 'oauth'],
    },
  },
  accountFactors: {
    path: '/account/two-step-verification',
    title: 'Two-step verification',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'shieldCheck',
    command: { id: 'go:accountFactors', section: 'Navigate', keywords: ['account', 'authenticator', 'mfa', '2fa'] },
  },
  accountSessions: {
    path: '/account/sessions',
    title: 'Sessions',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'monitor',
    reads: ['accountSessions'],
    command: { id: 'go:accountSessions', section: 'Navigate', keywords: ['account', 'devices', 'sign out'] },
  },
  accountTokens: {
    path: '/account/tokens',
    title: 'Access tokens',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'terminal',
    command: { id: 'go:accountTokens', section: 'Navigate', keywords: ['account', 'api'] },
  },
  accountEvents: {
    path: '/account/audit',
    title: 'Audit log',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'list',
    reads: ['accountEvents'],
    command: { id: 'go:accountEvents', section: 'Navigate', keywords: ['account', 'history', 'security'] },
  },
  accountDeletion: {
    path: '/account/delete',
    title: 'Delete account',
    area: 'accounts',
    access: 'user',
    layout: 'account',
    icon: 'minus',
    command: { id: 'go:accountDeletion', section: 'Navigate', keywords: ['account', 'close'] },
  },
  support: {
    path: '/support/new',
    alias: '/support',
    title: 'Support',
    area: 'support',
    access: 'user',
    layout: 'shell',
    icon: 'lifeBuoy',
    command: {
      id: 'support',
      section: 'Support',
      label: 'Contact support',
      keywords: ['help', 'report', 'bug', 'problem'],
    },
  },
  /** Shown at every unknown address to a signed-in user. */
  notFound: { path: '/404', title: 'Page not found', area: 'shell', access: 'user', layout: 'shell' },
  gallery: { path: '/_ui', title: 'Design system', area: 'shell', access: 'public' },
  flows: { path: '/_flows', title: 'Flow inspector', area: 'inspector', access: 'public' },
  flowsReceiver: {
    path: '/_flows/receiver',
    title: 'Flow inspector of another window',
    area: 'inspector',
    access: 'public',
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as readonly PageName[];

/** A row typed with all optional columns. */
export const pageOf = (name: PageName): Page => pages[name];

/** A regular expression of a page's addresses; its groups are the segments. */
export function patternOf(name: PageName): string {
  const { path, alias } = pageOf(name);
  return `^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}${alias ? `/?$|^${alias}` : ''}/?$`;
}

/** The listed page that counts as current while `name` is shown. */
export const listedPage = (name: PageName): PageName => (pageOf(name).within as PageName | undefined) ?? name;

type SegmentNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | SegmentNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * The segments that a page's address needs, such as `{ ref: string; id: string }`; for a union of names, the segments
 * of any of them.
 */
export type PageParams<Name extends PageName> = Name extends PageName
  ? Readonly<Record<SegmentNames<(typeof pages)[Name]['path']>, string>>
  : never;

/** Names of the segments in a page's path. */
export const segmentsOf = (name: PageName): readonly string[] =>
  [...pages[name].path.matchAll(/:(\w+)/g)].map(([, segment]) => segment!);

/** The layout and those around it. */
type LayoutChain<Name extends LayoutName | null> = Name extends LayoutName
  ? Name | LayoutChain<(typeof layouts)[Name]['within']>
  : never;

/** The pages in a layout, at any depth. */
type PageWithin<Layout extends LayoutName> = {
  [Name in PageName]: (typeof pages)[Name] extends { layout: infer Own extends LayoutName }
    ? Layout extends LayoutChain<Own>
      ? Name
      : never
    : never;
}[PageName];

/** The segments that every page in a layout has, such as `{ ref: string }`. */
export type LayoutParams<Name extends LayoutName> = Name extends LayoutName
  ? Readonly<Record<keyof PageParams<PageWithin<Name>>, string>>
  : never;

const layoutsOf = (name: PageName): readonly LayoutName[] => layoutsAround(pageOf(name).layout);

/** The layouts around the page of a route, outermost first, each with those segments that all its pages have. */
export function layoutsAt({ name, params }: { name: PageName; params: Readonly<Record<string, string>> }) {
  return layoutsOf(name).map((layout) => {
    const siblings = pageNames.filter((page) => layoutsOf(page).includes(layout));
    const isShared = (segment: string) => siblings.every((page) => segmentsOf(page).includes(segment));
    return {
      name: layout,
      params: Object.fromEntries(Object.entries(params).filter(([segment]) => isShared(segment))),
    };
  });
}
