import type { SnapshotFrom } from 'xstate';
import type { profileMachine } from './profile.machine.ts';

type ProfileSnapshot = SnapshotFrom<typeof profileMachine>;

/** Null until it has been read or made. */
export const selectProfile = ({ context }: ProfileSnapshot) => context.profile;

/** Why there is no profile; null while there may still be one. */
export const selectProfileFailure = (snapshot: ProfileSnapshot) => (snapshot.matches({ profile: 'failed' }) ? snapshot.context.failure : null);
