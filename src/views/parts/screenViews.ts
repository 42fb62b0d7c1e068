import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { LayoutName, LayoutParams, PageName, PageParams } from '../../router/pages.ts';

export type View<Props> = ComponentType<Props>;

/** Props of a page's view: the segments of its address, and its flow if it has one. */
export type ScreenProps<Name extends PageName, Machine extends AnyStateMachine | null = null> = {
  params: PageParams<Name>;
} & (Machine extends AnyStateMachine ? { flow: ActorRefFrom<Machine> } : unknown);

/**
 * The view of a page or a layout as the host renders it. `src/app/screens.ts` has checked that it accepts the flow and
 * the segments that it gets.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each view names its own machine and segments
export type ScreenView = ComponentType<any>;

/**
 * Props of a layout's view, which stays mounted when the next page has the layout too: what it surrounds, the segments
 * that all its pages have, and its flow if it has one.
 */
export type LayoutProps<Name extends LayoutName, Machine extends AnyStateMachine | null = null> = {
  children: ReactNode;
  params: LayoutParams<Name>;
} & (Machine extends AnyStateMachine ? { flow: ActorRefFrom<Machine> } : unknown);

/** The views of what has loaded. */
export interface ScreenViews {
  viewOf(page: string): ScreenView;
  layoutViewOf(layout: LayoutName): ScreenView;
}
