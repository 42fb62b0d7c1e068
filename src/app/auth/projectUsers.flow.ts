import { fromPromise } from 'xstate';
import { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { userInvitationMachine } from '../../machines/auth/userInvitation/userInvitation.machine.ts';
import { changeUser, createUser, deleteUser, inviteUser, readUsers } from '../../services/auth/projectUsers.ts';

export default projectUsersMachine.provide({
  actors: {
    newUser: newUserMachine.provide({
      actors: { createUser: fromPromise(({ input, signal }) => createUser(input, signal)) },
    }),
    userInvitation: userInvitationMachine.provide({
      actors: { inviteUser: fromPromise(({ input, signal }) => inviteUser(input, signal)) },
    }),
    readUsers: fromPromise(({ input, signal }) => readUsers(input, signal)),
    changeUser: fromPromise(({ input: { banned, ...user }, signal }) =>
      changeUser({ ...user, change: { banned } }, signal),
    ),
    deleteUser: fromPromise(({ input, signal }) => deleteUser(input, signal)),
  },
});
