import {
  invitationDraftSchema,
  metadataDraftSchema,
  newUserDraftSchema,
  userColumnsSchema,
  userSearchSchema,
  type UserSearch,
} from '../../contract/auth/projectUser.ts';
import { entry, readStored, writeStored } from '../browser/storage.ts';

/** The columns of the list of users (specification, section 3). */
export const usersColumns = entry('auth-users-columns', userColumnsSchema);

/** What people search for is often a name or an address, which no link and no history of the browser may have. */
const usersSearch = entry('auth-users-search', userSearchSchema, { ofTab: true });

/** Another user may sign in to the same tab. */
const memberOf = (ref: string): string => `${readStored('owner') ?? ''}:${ref}`;

export const readUsersSearch = (ref: string): UserSearch | null => readStored(usersSearch, memberOf(ref));
/** Stores it in this tab; without room, the list begins at its first page again. */
export const keepUsersSearch = (ref: string, search: UserSearch): void =>
  void writeStored(usersSearch, search, memberOf(ref));

/** Of the dialogs about users: what was typed when one was closed, or the page was left. */
export const userDrafts = {
  /** By project and user. */
  metadata: entry('auth-user-metadata', metadataDraftSchema),
  /** By project. */
  newUser: entry('auth-new-user', newUserDraftSchema),
  /** By project. */
  invitation: entry('auth-user-invitation', invitationDraftSchema),
} as const;
