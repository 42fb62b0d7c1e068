import type { ComponentType } from 'react';
import type { AnyActorRef, AnyStateMachine } from 'xstate';

/** A screen's chunk: its view and, where it has flows, their chart with services. */
export interface ScreenModule {
  // oxlint-disable-next-line typescript/no-explicit-any -- each screen names its own machine here
  View: ComponentType<{ flow: any }>;
  flow: AnyStateMachine | null;
}

export type ScreenFlow = AnyActorRef;
