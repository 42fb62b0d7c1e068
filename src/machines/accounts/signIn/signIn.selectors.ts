import type { SnapshotFrom } from 'xstate';
import type { signInMachine } from './signIn.machine.ts';

export const selectLastMethod = ({ context }: SnapshotFrom<typeof signInMachine>) => context.lastMethod;
