import type { SnapshotFrom } from 'xstate';
import type { projectHomeMachine } from './projectHome.machine.ts';

type ProjectHomeSnapshot = SnapshotFrom<typeof projectHomeMachine>;

export const selectIsServiceKeyShown = (snapshot: ProjectHomeSnapshot): boolean => snapshot.matches('revealed');
