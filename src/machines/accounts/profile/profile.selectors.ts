import type { SnapshotFrom } from 'xstate';
import type { profileMachine } from './profile.machine.ts';

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>;

/** Why there is no profile; it stands while it is tried again, and is null where there is one or may still be. */
export const selectProfileFailure = ({ context }: ProfileSnapshot) => context.failure;

/** It is being read or made. */
export const selectIsTrying = (snapshot: ProfileSnapshot): boolean =>
  snapshot.matches({ profile: 'loading' }) ||
  snapshot.matches({ profile: 'creating' }) ||
  snapshot.matches({ profile: 'confirming' });
