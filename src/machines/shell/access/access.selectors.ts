import type { SnapshotFrom } from 'xstate';
import type { accessMachine } from './access.machine.ts';

type AccessSnapshot = SnapshotFrom<typeof accessMachine>;

/** The session takes long enough to offer alternatives. */
export const selectIsOverdue = (snapshot: AccessSnapshot): boolean =>
  snapshot.matches({ waiting: 'overdue' }) || selectIsConfirmingClear(snapshot);

/** The user has asked to clear the site's data, and is confirming it or waiting for it. */
export const selectIsConfirmingClear = (snapshot: AccessSnapshot): boolean =>
  snapshot.matches({ waiting: 'confirmingClear' }) || snapshot.matches({ waiting: 'clearing' });

export const selectIsClearing = (snapshot: AccessSnapshot): boolean => snapshot.matches({ waiting: 'clearing' });

/** It is not known yet whether there is a session. */
export const selectIsWaiting = (snapshot: AccessSnapshot): boolean => snapshot.matches('waiting');

/** Slug of the organization that the user visited last. */
export const selectOrganization = ({ context }: AccessSnapshot): string | null => context.organization;
