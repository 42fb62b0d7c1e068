import type { SnapshotFrom } from 'xstate';
import type { runningQueriesMachine } from './runningQueries.machine.ts';

export const selectRunningQueries = ({ context }: SnapshotFrom<typeof runningQueriesMachine>): readonly string[] =>
  context.queries;
