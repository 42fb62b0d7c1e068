import type { AnyStateMachine } from 'xstate';
import type { routes, RouteName } from '../router/routes.ts';
import SignInScreen from '../views/accounts/SignInScreen.tsx';
import type { ScreenFrame, ScreenView } from '../views/parts/screenViews.ts';
import signIn from './accounts/signIn.flow.ts';
import type { LoadedScreen } from './parts/screenLibrary.ts';

type ViewModule = { default: ScreenView };
type FlowModule = { default: AnyStateMachine };

/** Fetches a screen's chunk. Asking again is free: modules are evaluated once. */
type ScreenLoader = () => Promise<LoadedScreen<ScreenView, ScreenFrame>>;

/** A screen that fills the window. */
const bare =
  (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader =>
  async () => {
    // All at once, so that a screen costs one round trip.
    const [{ default: View }, chart] = await Promise.all([view(), flow?.()]);
    return { View, Frame: null, flow: chart?.default ?? null };
  };

/** A screen of a signed-in user, in the shell. */
const framed =
  (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader =>
  async () => {
    const [screen, { default: Frame }] = await Promise.all([bare(view, flow)(), import('../views/app/Shell.tsx')]);
    return { ...screen, Frame };
  };

const sql = framed(
  () => import('../views/sql/SqlScreen.tsx'),
  () => import('./sql/sql.flow.ts'),
);

/** Routes that show something; the others only lead elsewhere. */
type ShownRoute = {
  [Name in RouteName]: (typeof routes)[Name]['access'] extends 'landing' | 'exit' ? never : Name;
}[RouteName];

/** What is shown at each route: one line per screen. */
export const screens: Readonly<Record<ShownRoute, ScreenLoader>> = {
  // The first page of most first visits comes with the entry: another chunk would be another round trip.
  signIn: async () => ({ View: SignInScreen, Frame: null, flow: signIn }),
  signUp: bare(
    () => import('../views/accounts/SignUpScreen.tsx'),
    () => import('./accounts/signUp.flow.ts'),
  ),
  projects: framed(
    () => import('../views/projects/ProjectsScreen.tsx'),
    () => import('./projects/projects.flow.ts'),
  ),
  gallery: bare(() => import('../views/app/GalleryScreen.tsx')),
  flows: bare(() => import('../views/inspector/FlowsScreen.tsx')),
  flowsReceiver: bare(
    () => import('../views/inspector/ReceiverScreen.tsx'),
    () => import('./inspector/receiver.flow.ts'),
  ),
  newOrganization: framed(
    () => import('../views/organizations/NewOrganizationScreen.tsx'),
    () => import('./organizations/newOrganization.flow.ts'),
  ),
  newProject: framed(
    () => import('../views/projects/NewProjectScreen.tsx'),
    () => import('./projects/newProject.flow.ts'),
  ),
  organizationBilling: framed(() => import('../views/organizations/BillingScreen.tsx')),
  project: framed(
    () => import('../views/projects/HomeScreen.tsx'),
    () => import('./projects/projectHome.flow.ts'),
  ),
  projectBuilding: framed(
    () => import('../views/projects/BuildingScreen.tsx'),
    () => import('./projects/projectBuilding.flow.ts'),
  ),
  support: framed(
    () => import('../views/support/SupportScreen.tsx'),
    () => import('./support/supportRequest.flow.ts'),
  ),
  sql,
  sqlSnippet: sql,
};

/** What opens over any screen or goes along with it, by the names that charts fetch it by. */
export const overlays = {
  palette: bare(() => import('../views/app/palette/Palette.tsx')),
  notices: bare(
    () => import('../views/ambient/Notices.tsx'),
    () => import('./ambient/notices.flow.ts'),
  ),
  shortcutSheet: bare(() => import('../views/shell/ShortcutSheet.tsx')),
} as const satisfies Readonly<Record<string, ScreenLoader>>;
