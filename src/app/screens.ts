import type { ActorRefFrom, AnyStateMachine, InputFrom } from 'xstate';
import type { LayoutFlows } from '../machines/app/layoutFlows.ts';
import type { LayoutInput } from '../machines/parts/screen.input.ts';
import { layoutsAround, pageOf, type LayoutName, type PageName, type PageParams, type pages } from '../router/pages.ts';
import { runtime } from '../services/browser/runtime.ts';
import { whileAwaited } from '../services/http/awaitedAnswers.ts';
import SignInScreen from '../views/accounts/SignInScreen.tsx';
import type { LayoutProps, ScreenView, View } from '../views/parts/screenViews.ts';
import signIn from './accounts/signIn.flow.ts';
import type { LoadedLayout, LoadedScreen } from './parts/screenLibrary.ts';
import type { Accepts, ScreenPart } from './parts/screenPart.ts';

/** Fetches a screen's chunks. Repeated calls are free, because modules are evaluated once. */
type Load = () => Promise<LoadedScreen<ScreenView>>;

/** The screen of one page: its view takes the segments of that page's path, and its flow their input. */
interface Screen<Name extends PageName> {
  name: Name;
  load: Load;
}

type Fetch<Default> = () => Promise<{ default: Default }>;

/** Any flow whose input the layout provides; otherwise a type that no flow has. */
type AcceptsLayout<Name extends LayoutName, Machine extends AnyStateMachine> =
  LayoutInput<Name> extends InputFrom<Machine> ? unknown : 'The flow asks for segments that not all pages have.';

/** A layout around pages: its view takes the segments that they share, and its flow their input. */
export interface Layout<Name extends LayoutName> {
  /** Null for an optional one that this server does not need. */
  load: () => Promise<(LoadedLayout<ScreenView> & { name: Name }) | null>;
}

/** A layout without a flow. */
export const layout = <Name extends Exclude<LayoutName, keyof LayoutFlows>>(
  name: Name,
  view: Fetch<View<LayoutProps<Name>>>,
): Layout<Name> => ({ load: async () => ({ name, View: (await view()).default, flow: null }) });

/** A layout whose flow runs as long as its pages follow each other. */
export const layoutWithFlow = <Name extends keyof LayoutFlows, Machine extends LayoutFlows[Name]>(
  name: Name,
  view: Fetch<View<LayoutProps<Name, Machine>>>,
  flow: Fetch<Machine> & AcceptsLayout<Name, Machine>,
): Layout<Name> => ({
  async load() {
    const [{ default: View }, chart] = await Promise.all([view(), flow()]);
    return { name, View, flow: chart.default };
  },
});

/** The pages that lead to a session are small and follow each other, so they share a chunk. */
const guestPages = () => import('./accounts/guestPages.ts');

/** The pages of the account are small and follow each other, so they share a chunk. */
const accountPages = () => import('./accounts/accountPages.ts');

/** The pages of an organization, likewise. */
const organizationPages = () => import('./organizations/organizationPages.ts');

/** The pages about a project's users share one too, which costs the entry fewer names of files. */
const authPages = () => import('./auth/authPages.ts');

/** The list of tables stands beside an open table. */
const tablePages = () => import('./tables/tablePages.ts');

const layouts: { readonly [Name in LayoutName]: Layout<Name> } = {
  shell: layout('shell', () => import('../views/app/Shell.tsx')),
  project: layoutWithFlow(
    'project',
    () => import('../views/projects/ProjectLayout.tsx'),
    () => import('./projects/projectStatus.flow.ts'),
  ),
  tables: layoutWithFlow(
    'tables',
    async () => ({ default: (await tablePages()).views.TablesLayout }),
    async () => ({ default: (await tablePages()).flows.tableList }),
  ),
  account: layout('account', async () => ({ default: (await accountPages()).views.AccountLayout })),
  captcha: {
    load: async () => (runtime().config.auth.captcha ? (await import('./accounts/captcha.ts')).layout : null),
  },
};

const layoutsOf = async (name: PageName): Promise<readonly LoadedLayout<ScreenView>[]> =>
  (await Promise.all(layoutsAround(pageOf(name).layout).map((around) => layouts[around].load()))).filter(
    (loaded) => loaded !== null,
  );

/**
 * All chunks in parallel, so that a screen costs one round trip. An overlay has no page, and therefore no layouts. The
 * screen is shown without what loads `beside` it, which says itself where it does not load.
 */
const loading =
  (
    name: PageName | null,
    view: Fetch<ScreenView>,
    flow?: Fetch<AnyStateMachine>,
    beside: readonly (() => Promise<unknown>)[] = [],
  ): Load =>
  async () => {
    for (const part of beside) whileAwaited(part()).catch(() => undefined);
    const [{ default: View }, chart, around] = await Promise.all([
      view(),
      flow?.(),
      name === null ? [] : layoutsOf(name),
    ]);
    return { View, layouts: around, flow: chart?.default ?? null };
  };

/** A screen without a flow. */
export const screen = <Name extends PageName>(
  name: Name,
  view: Fetch<View<{ params: PageParams<Name> }>>,
): Screen<Name> => ({ name, load: loading(name, view) });

/** A screen whose flow runs as long as it is shown. */
export const screenWithFlow = <Name extends PageName, Machine extends AnyStateMachine>(
  name: Name,
  view: Fetch<View<{ params: PageParams<Name>; flow: ActorRefFrom<Machine> }>>,
  flow: Fetch<Machine> & Accepts<Name, Machine>,
  beside?: readonly (() => Promise<unknown>)[],
): Screen<Name> => ({ name, load: loading(name, view, flow, beside) });

/** Screens whose views and flows share a chunk. */
const screensIn = <const Name extends PageName>(
  names: readonly Name[],
  chunk: () => Promise<{ screens: { readonly [One in Name]: ScreenPart<One> } }>,
) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        name,
        load: loading(
          name,
          async () => ({ default: (await chunk()).screens[name].View }),
          async () => ({ default: (await chunk()).screens[name].flow }),
        ),
      },
    ]),
  ) as { [One in Name]: Screen<One> };

/** Pages with a screen; the others only redirect. */
type ShownPage = {
  [Name in PageName]: (typeof pages)[Name]['access'] extends 'landing' | 'exit' ? never : Name;
}[PageName];

const table: { readonly [Name in ShownPage]: Screen<Name> } = {
  // Most first visits start on this page, so it is in the entry chunk: another chunk would be another round trip.
  signIn: screenWithFlow(
    'signIn',
    async () => ({ default: SignInScreen }),
    async () => ({ default: signIn }),
  ),
  signUp: screenWithFlow(
    'signUp',
    () => import('../views/accounts/SignUpScreen.tsx'),
    () => import('./accounts/signUp.flow.ts'),
  ),
  ...screensIn(
    [
      'emailSignIn',
      'ssoSignIn',
      'phoneSignIn',
      'externalSignIn',
      'secondFactor',
      'forgotPassword',
      'resetPassword',
      'confirmEmail',
      'confirmEmailChange',
    ],
    guestPages,
  ),
  ...screensIn(['users', 'user', 'authConfig'], authPages),
  ...screensIn(
    [
      'accountProfile',
      'accountEmail',
      'accountPassword',
      'accountSignInMethods',
      'accountFactors',
      'accountSessions',
      'accountTokens',
      'accountDeletion',
    ],
    accountPages,
  ),
  projects: screenWithFlow(
    'projects',
    () => import('../views/projects/ProjectsScreen.tsx'),
    () => import('./projects/projects.flow.ts'),
  ),
  newProject: screenWithFlow(
    'newProject',
    () => import('../views/projects/NewProjectScreen.tsx'),
    () => import('./projects/newProject.flow.ts'),
  ),
  organization: screen('organization', async () => ({ default: (await organizationPages()).views.OrganizationScreen })),
  ...screensIn(['newOrganization', 'organizationBilling', 'organizationAssistant'], organizationPages),
  project: screen('project', () => import('../views/projects/HomeScreen.tsx')),
  projectSetup: screenWithFlow(
    'projectSetup',
    () => import('../views/projects/ProjectSetupScreen.tsx'),
    () => import('./projects/projectSetup.flow.ts'),
  ),
  sql: screenWithFlow(
    'sql',
    () => import('../views/sql/SqlScreen.tsx'),
    () => import('./sql/sql.flow.ts'),
    [() => import('../views/sql/SqlEditor.tsx')],
  ),
  sqlSnippet: screenWithFlow(
    'sqlSnippet',
    () => import('../views/sql/SqlScreen.tsx'),
    () => import('./sql/sql.flow.ts'),
    [() => import('../views/sql/SqlEditor.tsx')],
  ),
  sqlExample: screen('sqlExample', () => import('../views/sql/SqlExampleScreen.tsx')),
  tables: screen('tables', async () => ({ default: (await tablePages()).views.TablesScreen })),
  table: screenWithFlow(
    'table',
    () => import('../views/tables/TableScreen.tsx'),
    () => import('./tables/table.flow.ts'),
  ),
  logs: screenWithFlow(
    'logs',
    () => import('../views/logs/LogsScreen.tsx'),
    () => import('./logs/logs.flow.ts'),
  ),
  advisors: screenWithFlow(
    'advisors',
    () => import('../views/advisors/AdvisorsScreen.tsx'),
    () => import('./advisors/advisors.flow.ts'),
  ),
  accountPreferences: screen('accountPreferences', () => import('../views/app/PreferencesScreen.tsx')),
  accountEvents: screen('accountEvents', async () => ({ default: (await accountPages()).views.AccountEventsScreen })),
  support: screenWithFlow(
    'support',
    () => import('../views/support/SupportScreen.tsx'),
    () => import('./support/supportRequest.flow.ts'),
  ),
  notFound: screen('notFound', () => import('../views/parts/NotFound.tsx')),
  gallery: screen('gallery', () => import('../views/app/GalleryScreen.tsx')),
  flows: screen('flows', () => import('../views/inspector/FlowsScreen.tsx')),
  flowsReceiver: screenWithFlow(
    'flowsReceiver',
    () => import('../views/inspector/ReceiverScreen.tsx'),
    () => import('./inspector/receiver.flow.ts'),
  ),
};

/** The screen of each page. */
export const screens = Object.fromEntries(Object.values(table).map(({ name, load }) => [name, load])) as Readonly<
  Record<ShownPage, Load>
>;

const overlay = (view: Fetch<ScreenView>, flow?: Fetch<AnyStateMachine>): Load => loading(null, view, flow);

/** Overlays and ambient views, by the names under which charts load them. */
export const overlays = {
  palette: overlay(() => import('../views/app/palette/Palette.tsx')),
  docsSearch: overlay(
    () => import('../views/docs/DocsSearch.tsx'),
    () => import('./docs/docsSearch.flow.ts'),
  ),
  ambientServices: overlay(
    () => import('../views/ambient/AmbientViews.tsx'),
    () => import('./ambient/ambientServices.flow.ts'),
  ),
  shortcutSheet: overlay(() => import('../views/shell/ShortcutSheet.tsx')),
} as const satisfies Readonly<Record<string, Load>>;
