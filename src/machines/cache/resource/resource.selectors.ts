import type { SnapshotFrom } from 'xstate';
import type { resourceMachine } from './resource.machine.ts';

type ResourceSnapshot = SnapshotFrom<typeof resourceMachine>;

export const selectData = ({ context }: ResourceSnapshot): unknown => context.data;
export const selectFailure = ({ context }: ResourceSnapshot) => context.failure;
export const selectIsReading = (snapshot: ResourceSnapshot): boolean => snapshot.hasTag('reading');
