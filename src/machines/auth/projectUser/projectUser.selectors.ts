import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { userMetadataMachine } from '../userMetadata/userMetadata.machine.ts';
import type { userPasswordMachine } from '../userPassword/userPassword.machine.ts';
import type { projectUserMachine } from './projectUser.machine.ts';

type ProjectUserSnapshot = SnapshotFrom<typeof projectUserMachine>;

/** Null before the user is read. */
export const selectUser = ({ context }: ProjectUserSnapshot) => context.user;
/** Why the user could not be read. */
export const selectFailure = ({ context }: ProjectUserSnapshot) => context.failure;
export const selectIsReading = (snapshot: ProjectUserSnapshot): boolean => snapshot.matches({ user: 'reading' });
/** What the open confirmation is about. */
export const selectAsked = ({ context }: ProjectUserSnapshot) => context.asked;
export const selectIsGone = (snapshot: ProjectUserSnapshot): boolean => snapshot.matches({ work: 'gone' });
/** The form of the metadata, while it is open. */
export const selectMetadata = ({
  children,
}: ProjectUserSnapshot): ActorRefFrom<typeof userMetadataMachine> | undefined => children.metadata;
/** The form of a new password, while it is open. */
export const selectPassword = ({
  children,
}: ProjectUserSnapshot): ActorRefFrom<typeof userPasswordMachine> | undefined => children.password;
