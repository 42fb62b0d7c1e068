import type { SnapshotFrom } from 'xstate';
import type { factorSetupMachine } from './factorSetup.machine.ts';

export const selectEnrollment = ({ context }: SnapshotFrom<typeof factorSetupMachine>) => context.enrollment;
