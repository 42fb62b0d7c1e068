import type { AnyActorRef, SnapshotFrom } from 'xstate';
import type { screenMachine } from './screen.machine.ts';

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

export const selectName = ({ context }: ScreenSnapshot) => context.name;
/** Segments of the shown address, such as `ref` and `slug`. */
export const selectParams = ({ context }: ScreenSnapshot) => context.params;
/** A key that changes with the screen and its segments. */
export const selectAddress = ({ context }: ScreenSnapshot): string => JSON.stringify([context.name, context.params]);
/** The screen whose frame is visible: the last one that was shown. */
export const selectFrameName = ({ context }: ScreenSnapshot) => context.frameName;
export const selectFailure = ({ context }: ScreenSnapshot) => context.failure;
/** The running flow of the screen, if it has one. */
export const selectFlow = (snapshot: ScreenSnapshot): AnyActorRef | undefined => snapshot.children['flow'];
