import type { SnapshotFrom } from 'xstate';
import type { columnLayoutMachine } from './columnLayout.machine.ts';

export const selectLayout = ({ context }: SnapshotFrom<typeof columnLayoutMachine>) => context.layout;
