import type { SnapshotFrom } from 'xstate';
import type { navigationMachine } from './navigation.machine.ts';

type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>;

export const selectLocation = ({ context }: NavigationSnapshot) => context.location;
export const selectRoute = ({ context }: NavigationSnapshot) => context.route;
