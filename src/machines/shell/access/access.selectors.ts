import type { SnapshotFrom } from 'xstate';
import type { accessMachine } from './access.machine.ts';

type AccessSnapshot = SnapshotFrom<typeof accessMachine>;

/** The session has been waited for long enough to offer a way out. */
export const selectIsOverdue = (snapshot: AccessSnapshot): boolean =>
  snapshot.matches({ waiting: 'overdue' }) || selectIsConfirmingClear(snapshot);

/** Clearing the site's data was asked for, and is asked about or under way. */
export const selectIsConfirmingClear = (snapshot: AccessSnapshot): boolean =>
  snapshot.matches({ waiting: 'confirmingClear' }) || snapshot.matches({ waiting: 'clearing' });

export const selectIsClearing = (snapshot: AccessSnapshot): boolean => snapshot.matches({ waiting: 'clearing' });

/** Nobody knows yet whether there is a session. */
export const selectIsWaiting = (snapshot: AccessSnapshot): boolean => snapshot.matches('waiting');
