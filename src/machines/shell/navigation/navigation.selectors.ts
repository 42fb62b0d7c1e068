import type { SnapshotFrom } from 'xstate';
import type { navigationMachine } from './navigation.machine.ts';

type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>;

export const selectPlace = ({ context }: NavigationSnapshot) => context.place;
export const selectRoute = ({ context }: NavigationSnapshot) => context.route;
