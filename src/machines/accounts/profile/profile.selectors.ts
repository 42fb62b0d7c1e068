import type { SnapshotFrom } from 'xstate';
import type { profileMachine } from './profile.machine.ts';

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>;

/** Why there is no profile; kept during a retry, null while there is a profile or the first attempt runs. */
export const selectProfileFailure = ({ context }: ProfileSnapshot) => context.failure;

/** The profile is being read or created. */
export const selectIsTrying = (snapshot: ProfileSnapshot): boolean =>
  snapshot.matches({ profile: 'loading' }) ||
  snapshot.matches({ profile: 'creating' }) ||
  snapshot.matches({ profile: 'confirming' });
