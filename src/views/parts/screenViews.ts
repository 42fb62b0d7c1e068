import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { PageName, PageParams } from '../../router/pages.ts';

export type View<Props> = ComponentType<Props>;

/** What a page's view is given: the segments of its address, and its flow where it has one. */
export type ScreenProps<Name extends PageName, Machine extends AnyStateMachine | null = null> = {
  params: PageParams<Name>;
} & (Machine extends AnyStateMachine ? { flow: ActorRefFrom<Machine> } : unknown);

/** A view as the host shows it. `src/app/screens.ts` has checked that it takes the flow and the segments that it is given. */
// oxlint-disable-next-line typescript/no-explicit-any -- each screen's view names its own machine and segments
export type ScreenView = ComponentType<any>;

/** A layout: it stands around a screen, and stays when the next screen has it too. */
export type ScreenFrame = ComponentType<{ children: ReactNode }>;

/** The views of the screens that have been fetched, by page. */
export interface ScreenViews {
  viewOf(name: string): ScreenView;
  /** The layouts around a screen, outermost first. */
  framesOf(name: string): readonly ScreenFrame[];
}
