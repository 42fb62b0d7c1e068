import { fromPromise } from 'xstate';
import { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import {
  projectUsersMachine,
  type ColumnsChosen,
  type ColumnsFound,
} from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { userInvitationMachine } from '../../machines/auth/userInvitation/userInvitation.machine.ts';
import { usersColumns } from '../../services/auth/authEntries.ts';
import { changeUser, createUser, deleteUser, inviteUser, readUsers } from '../../services/auth/projectUsers.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

export default projectUsersMachine.provide({
  actors: {
    newUser: newUserMachine.provide({
      actors: { createUser: fromPromise(({ input, signal }) => createUser(input, signal)) },
    }),
    userInvitation: userInvitationMachine.provide({
      actors: { inviteUser: fromPromise(({ input, signal }) => inviteUser(input, signal)) },
    }),
    keepColumns: storedValue<ColumnsFound, ColumnsChosen>({
      read: () => ({ type: 'columns.found', columns: readStored(usersColumns) }),
      write: ({ columns }) => void writeStored(usersColumns, [...columns]),
      watch: [usersColumns],
    }),
    readUsers: fromPromise(({ input, signal }) => readUsers(input, signal)),
    changeUser: fromPromise(({ input: { banned, ...user }, signal }) =>
      changeUser({ ...user, change: { banned } }, signal),
    ),
    deleteUser: fromPromise(({ input, signal }) => deleteUser(input, signal)),
  },
});
