import type { ComponentType } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ScreenFrame, ScreenView } from '../views/ScreenHost.tsx';
import type { RouteName } from './routes.ts';
import type { LoadedScreen } from './screenLibrary.ts';

type ViewModule = { default: ScreenView };
type FlowModule = { default: AnyStateMachine };

/** Fetches a screen's chunk. Asking again is free: modules are evaluated once. */
export type ScreenLoader = () => Promise<LoadedScreen<ScreenView, ScreenFrame>>;

/** All parts are asked for at once, so that a screen costs one round trip. */
const screen = (view: () => Promise<ViewModule>, flow?: () => Promise<FlowModule>): ScreenLoader => async () => {
  const [{ default: View }, chart] = await Promise.all([view(), flow?.()]);
  return { View, Frame: null, flow: chart?.default ?? null };
};

/** What is shown at each route: one line per screen. */
export const screens: Readonly<Partial<Record<RouteName, ScreenLoader>>> = {};
void screen; export type X = ComponentType;
