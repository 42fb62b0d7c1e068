import type { ComponentType, ReactNode } from 'react';

// oxlint-disable-next-line typescript/no-explicit-any -- each screen's view names its own machine
export type ScreenView = ComponentType<{ flow: any }>;

/** What stands around a screen, and stays when the next screen has it too. */
export type ScreenFrame = ComponentType<{ children: ReactNode }>;

/** The views of the screens that have been fetched, by route. */
export interface ScreenViews {
  viewOf(name: string): ScreenView;
  frameOf(name: string): ScreenFrame | null;
}
