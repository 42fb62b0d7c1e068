import type { AnyActorRef, SnapshotFrom } from 'xstate';
import type { LayoutName } from '../../../router/pages.ts';
import { layoutFlowId, type screenMachine } from './screen.machine.ts';

type ScreenSnapshot = SnapshotFrom<typeof screenMachine>;

/** What the window shows. */
export type ScreenState = 'blank' | 'skeleton' | 'waiting' | 'screen' | 'failed' | 'broken' | 'missing';

export function selectScreenState(snapshot: ScreenSnapshot): ScreenState {
  if (snapshot.matches('running') || snapshot.matches('shown')) return 'screen';
  if (snapshot.matches({ loading: 'slow' }) || snapshot.matches('checkingServer')) return 'skeleton';
  if (snapshot.matches('waiting')) return 'waiting';
  if (snapshot.matches('failed') || snapshot.matches('reloading')) return 'failed';
  if (snapshot.matches('broken')) return 'broken';
  return snapshot.matches('missing') ? 'missing' : 'blank';
}

/** Whether the page is shown, or the reason why it is not. */
export function selectIsPageSettled(snapshot: ScreenSnapshot): boolean {
  const state = selectScreenState(snapshot);
  return state !== 'blank' && state !== 'skeleton';
}

export const selectName = ({ context }: ScreenSnapshot) => context.name;
/** Segments of the shown address, such as `ref` and `slug`. */
export const selectParams = ({ context }: ScreenSnapshot) => context.params;
/** A key that changes with the screen and its segments. */
export const selectAddress = ({ context }: ScreenSnapshot): string => JSON.stringify([context.name, context.params]);
/** The visible layouts, outermost first. */
export const selectLayouts = ({ context }: ScreenSnapshot) => context.layouts;
export const selectFailure = ({ context }: ScreenSnapshot) => context.failure;
/** The running flow of the screen, if it has one. */
export const selectFlow = (snapshot: ScreenSnapshot): AnyActorRef | undefined => snapshot.children['flow'];
/** The running flow of a layout, if it is visible and has one. */
export const selectLayoutFlow = ({ children }: ScreenSnapshot, name: LayoutName): AnyActorRef | undefined =>
  (children as Readonly<Record<string, AnyActorRef | undefined>>)[layoutFlowId(name)];
