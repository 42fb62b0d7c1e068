import type { ActorRefFrom, AnyStateMachine, InputFrom } from 'xstate';
import type { ScreenInput } from '../machines/parts/screen.input.ts';
import { layoutsAround, pageOf, type LayoutName, type PageName, type PageParams, type pages } from '../router/pages.ts';
import SignInScreen from '../views/accounts/SignInScreen.tsx';
import type { ScreenFrame, ScreenView, View } from '../views/parts/screenViews.ts';
import signIn from './accounts/signIn.flow.ts';
import type { LoadedScreen } from './parts/screenLibrary.ts';

/** Fetches a screen's chunks. Repeated calls are free, because modules are evaluated once. */
type Load = () => Promise<LoadedScreen<ScreenView, ScreenFrame>>;

/** The screen of one page: its view takes the segments of that page's path, and its flow their input. */
interface Screen<Name extends PageName> {
  name: Name;
  load: Load;
}

type Fetch<Default> = () => Promise<{ default: Default }>;

/** Any flow whose input the page provides; otherwise a type that no flow has. */
type Accepts<Name extends PageName, Machine extends AnyStateMachine> =
  ScreenInput<Name> extends InputFrom<Machine> ? unknown : 'The flow asks for segments that the path does not have.';

const layoutViews: Readonly<Record<LayoutName, Fetch<ScreenFrame>>> = {
  shell: () => import('../views/app/Shell.tsx'),
  project: () => import('../views/projects/ProjectLayout.tsx'),
};

const framesOf = (name: PageName): Promise<readonly ScreenFrame[]> =>
  Promise.all(layoutsAround(pageOf(name).layout).map(async (layout) => (await layoutViews[layout]()).default));

/** All chunks in parallel, so that a screen costs one round trip. An overlay has no page, and therefore no layouts. */
const loading =
  (name: PageName | null, view: Fetch<ScreenView>, flow?: Fetch<AnyStateMachine>): Load =>
  async () => {
    const [{ default: View }, chart, frames] = await Promise.all([
      view(),
      flow?.(),
      name === null ? [] : framesOf(name),
    ]);
    return { View, frames, flow: chart?.default ?? null };
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
): Screen<Name> => ({ name, load: loading(name, view, flow) });

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
  projects: screenWithFlow(
    'projects',
    () => import('../views/projects/ProjectsScreen.tsx'),
    () => import('./projects/projects.flow.ts'),
  ),
  newOrganization: screenWithFlow(
    'newOrganization',
    () => import('../views/organizations/NewOrganizationScreen.tsx'),
    () => import('./organizations/newOrganization.flow.ts'),
  ),
  newProject: screenWithFlow(
    'newProject',
    () => import('../views/projects/NewProjectScreen.tsx'),
    () => import('./projects/newProject.flow.ts'),
  ),
  organizationBilling: screen('organizationBilling', () => import('../views/organizations/BillingScreen.tsx')),
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
  ),
  sqlSnippet: screenWithFlow(
    'sqlSnippet',
    () => import('../views/sql/SqlScreen.tsx'),
    () => import('./sql/sql.flow.ts'),
  ),
  support: screenWithFlow(
    'support',
    () => import('../views/support/SupportScreen.tsx'),
    () => import('./support/supportRequest.flow.ts'),
  ),
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
  ambientServices: overlay(
    () => import('../views/ambient/AmbientViews.tsx'),
    () => import('./ambient/ambientServices.flow.ts'),
  ),
  shortcutSheet: overlay(() => import('../views/shell/ShortcutSheet.tsx')),
} as const satisfies Readonly<Record<string, Load>>;
