import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { PageName, PageParams } from '../../router/pages.ts';

export type View<Props> = ComponentType<Props>;

/** Props of a page's view: the segments of its address, and its flow if it has one. */
export type ScreenProps<Name extends PageName, Machine extends AnyStateMachine | null = null> = {
  params: PageParams<Name>;
} & (Machine extends AnyStateMachine ? { flow: ActorRefFrom<Machine> } : unknown);

/**
 * A view as the host renders it. `src/app/screens.ts` has checked that it accepts the flow and the segments that it
 * gets.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each screen's view names its own machine and segments
export type ScreenView = ComponentType<any>;

/** A layout around a screen, which stays mounted when the next screen has it too. */
export type ScreenFrame = ComponentType<{ children: ReactNode }>;

/** The views of the loaded screens, by page. */
export interface ScreenViews {
  viewOf(name: string): ScreenView;
  /** The layouts around a screen, outermost first. */
  framesOf(name: string): readonly ScreenFrame[];
}
