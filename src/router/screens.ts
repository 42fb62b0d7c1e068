import type { AnyStateMachine } from 'xstate';
import signIn from '../machines/app/signIn.flow.ts';
import SignInScreen from '../views/accounts/SignInScreen.tsx';
import type { ScreenFrame, ScreenView } from '../views/ScreenHost.tsx';
import type { routes, RouteName } from './routes.ts';
import type { LoadedScreen } from './screenLibrary.ts';

type ViewModule = { default: ScreenView };
type FlowModule = { default: AnyStateMachine };

/** Fetches a screen's chunk. Asking again is free: modules are evaluated once. */
type ScreenLoader = () => Promise<LoadedScreen<ScreenView, ScreenFrame>>;

/** A screen that fills the window. */
const bare = (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader => async () => {
  // All at once, so that a screen costs one round trip.
  const [{ default: View }, chart] = await Promise.all([view(), flow?.()]);
  return { View, Frame: null, flow: chart?.default ?? null };
};

/** A screen of a signed-in user, in the shell. */
const framed = (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader => async () => {
  const [screen, { default: Frame }] = await Promise.all([bare(view, flow)(), import('../views/shell/Shell.tsx')]);
  return { ...screen, Frame };
};

const sql = framed(() => import('../views/sql/SqlScreen.tsx'), () => import('../machines/app/sql.flow.ts'));

/** Routes that show something; the others only lead elsewhere. */
type ShownRoute = { [Name in RouteName]: (typeof routes)[Name]['access'] extends 'landing' | 'exit' ? never : Name }[RouteName];

/** What is shown at each route: one line per screen. */
export const screens: Readonly<Record<ShownRoute, ScreenLoader>> = {
  // The first page of most first visits comes with the entry: another chunk would be another round trip.
  signIn: async () => ({ View: SignInScreen, Frame: null, flow: signIn }),
  signUp: bare(() => import('../views/accounts/SignUpScreen.tsx'), () => import('../machines/app/signUp.flow.ts')),
  projects: framed(() => import('../views/projects/ProjectsScreen.tsx'), () => import('../machines/app/projects.flow.ts')),
  gallery: bare(() => import('../views/ui/GalleryScreen.tsx')),
  flows: bare(() => import('../views/inspector/FlowsScreen.tsx')),
  flowsReceiver: bare(() => import('../views/inspector/ReceiverScreen.tsx'), () => import('../machines/app/receiver.flow.ts')),
  newOrganization: framed(() => import('../views/organization/NewOrganizationScreen.tsx'), () => import('../machines/app/newOrganization.flow.ts')),
  newProject: framed(() => import('../views/project/NewProjectScreen.tsx'), () => import('../machines/app/newProject.flow.ts')),
  organizationBilling: framed(() => import('../views/organization/BillingScreen.tsx')),
  project: framed(() => import('../views/project/HomeScreen.tsx'), () => import('../machines/app/projectHome.flow.ts')),
  projectBuilding: framed(() => import('../views/project/BuildingScreen.tsx'), () => import('../machines/app/projectBuilding.flow.ts')),
  support: framed(() => import('../views/support/SupportScreen.tsx'), () => import('../machines/app/supportRequest.flow.ts')),
  sql,
  sqlSnippet: sql,
};

/** What opens over any screen or goes along with it, by the names that charts fetch it by. */
export const overlays = {
  palette: bare(() => import('../views/palette/Palette.tsx')),
  notices: bare(() => import('../views/notices/Notices.tsx'), () => import('../machines/app/notices.flow.ts')),
  shortcutSheet: bare(() => import('../views/shell/ShortcutSheet.tsx')),
} as const satisfies Readonly<Record<string, ScreenLoader>>;
