import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { newUserMachine } from '../newUser/newUser.machine.ts';
import type { userInvitationMachine } from '../userInvitation/userInvitation.machine.ts';
import type { projectUsersMachine } from './projectUsers.machine.ts';

type ProjectUsersSnapshot = SnapshotFrom<typeof projectUsersMachine>;

export const selectList = ({ context }: ProjectUsersSnapshot) => context.users;
export const selectTotal = ({ context }: ProjectUsersSnapshot): number => context.total;
export const selectFilter = ({ context }: ProjectUsersSnapshot): string => context.filter;
export const selectOrder = ({ context }: ProjectUsersSnapshot) => context.order;
/** What the list shows of each user. */
export const selectColumns = ({ context }: ProjectUsersSnapshot) => context.columns;
export const selectHasMore = ({ context }: ProjectUsersSnapshot): boolean => context.next !== null;
/** Why the list, or its next page, could not be read. */
export const selectFailure = ({ context }: ProjectUsersSnapshot) => context.failure;
export const selectHasFailed = (snapshot: ProjectUsersSnapshot): boolean => snapshot.matches({ list: 'failed' });
/** The first page for the typed text is not there yet. */
export const selectIsReading = (snapshot: ProjectUsersSnapshot): boolean =>
  snapshot.matches({ list: 'awaitingProject' }) ||
  snapshot.matches({ list: 'reading' }) ||
  snapshot.matches({ list: 'debouncing' });
export const selectIsReadingMore = (snapshot: ProjectUsersSnapshot): boolean =>
  snapshot.matches({ list: 'readingMore' });
/** The user whom the open confirmation is about. */
export const selectChosen = ({ context }: ProjectUsersSnapshot) => context.chosen;
export const selectIsConfirmingBan = (snapshot: ProjectUsersSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingBan' }) || snapshot.matches({ work: 'banning' });
export const selectIsConfirmingDeletion = (snapshot: ProjectUsersSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingDeletion' }) || snapshot.matches({ work: 'deleting' });
/** The form of a new user, while it is open. */
export const selectNewUser = ({ children }: ProjectUsersSnapshot): ActorRefFrom<typeof newUserMachine> | undefined =>
  children.newUser;
/** The form of an invitation, while it is open. */
export const selectInvitation = ({
  children,
}: ProjectUsersSnapshot): ActorRefFrom<typeof userInvitationMachine> | undefined => children.invitation;
