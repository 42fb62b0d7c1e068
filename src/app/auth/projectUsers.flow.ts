import { fromPromise } from 'xstate';
import { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import {
  projectUsersMachine,
  type ColumnsChosen,
  type ColumnsFound,
  type SearchChanged,
  type SearchFound,
} from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { userInvitationMachine } from '../../machines/auth/userInvitation/userInvitation.machine.ts';
import { keepUsersSearch, readUsersSearch, userDrafts, usersColumns } from '../../services/auth/authEntries.ts';
import { changeUser, createUser, deleteUser, inviteUser, readUsers } from '../../services/auth/projectUsers.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { storedDraftBy } from '../parts/storedDraft.ts';
import { storedValueBy } from '../parts/storedValue.ts';

const ofProject = ({ ref }: { ref: string }): string => ref;

export default projectUsersMachine.provide({
  actors: {
    newUser: newUserMachine.provide({
      actors: {
        ...storedDraftBy(userDrafts.newUser, ofProject, ({ email }) => email === ''),
        createUser: fromPromise(({ input, signal }) => createUser(input, signal)),
      },
    }),
    userInvitation: userInvitationMachine.provide({
      actors: {
        ...storedDraftBy(userDrafts.invitation, ofProject, ({ email }) => email === ''),
        inviteUser: fromPromise(({ input, signal }) => inviteUser(input, signal)),
      },
    }),
    keepView: storedValueBy<ColumnsFound | SearchFound, ColumnsChosen | SearchChanged, { ref: string }>(({ ref }) => ({
      watch: [[usersColumns]],
      read: () => ({ type: 'columns.found', columns: readStored(usersColumns) }),
      write: (change) =>
        change.type === 'columns.chosen'
          ? void writeStored(usersColumns, [...change.columns])
          : keepUsersSearch(ref, change.search),
      beside: (report) => {
        report({ type: 'search.found', search: readUsersSearch(ref) });
        return () => {};
      },
    })),
    readUsers: fromPromise(({ input, signal }) => readUsers(input, signal)),
    changeUser: fromPromise(({ input: { banned, ...user }, signal }) =>
      changeUser({ ...user, change: { banned } }, signal),
    ),
    deleteUser: fromPromise(({ input, signal }) => deleteUser(input, signal)),
  },
});
