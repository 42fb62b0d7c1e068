import type { SnapshotFrom } from 'xstate';
import type { advisorsMachine } from './advisors.machine.ts';

type AdvisorsSnapshot = SnapshotFrom<typeof advisorsMachine>;

/** Ids of the findings that the user ignores. */
export const selectIgnored = ({ context }: AdvisorsSnapshot) => context.ignored;
export const selectSearch = ({ children }: AdvisorsSnapshot) => children.search;
