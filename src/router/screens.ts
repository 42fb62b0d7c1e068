import type { ComponentType } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ScreenModule } from '../views/screenModule.ts';
import type { RouteName } from './routes.ts';

/** Fetches a screen's chunk. Asking again is free: modules are evaluated once. */
export type ScreenLoader = () => Promise<ScreenModule>;

// oxlint-disable-next-line typescript/no-explicit-any -- each screen's view names its own machine
type ViewModule = { default: ComponentType<{ flow: any }> };
type FlowModule = { default: AnyStateMachine };

/** Both parts are asked for at once, so that a screen costs one round trip. */
const screen = (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader => async () => {
  const [{ default: View }, chart] = await Promise.all([view(), flow?.()]);
  return { View, flow: chart?.default ?? null };
};

/** What is shown at each route: one line per screen. */
export const screens: Readonly<Partial<Record<RouteName, ScreenLoader>>> = {
  // projects: screen(() => import('../views/projects/ProjectsScreen.tsx'), () => import('../machines/app/projects.flow.ts')),
};
void screen;
