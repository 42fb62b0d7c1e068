import { fromPromise } from 'xstate';
import { newUserMachine } from '../../machines/auth/newUser/newUser.machine.ts';
import { projectUsersMachine } from '../../machines/auth/projectUsers/projectUsers.machine.ts';
import { changeUser, createUser, deleteUser, readUsers } from '../../services/auth/projectUsers.ts';

export default projectUsersMachine.provide({
  actors: {
    newUser: newUserMachine.provide({
      actors: { createUser: fromPromise(({ input, signal }) => createUser(input, signal)) },
    }),
    readUsers: fromPromise(({ input, signal }) => readUsers(input, signal)),
    changeUser: fromPromise(({ input, signal }) => changeUser(input, signal)),
    deleteUser: fromPromise(({ input, signal }) => deleteUser(input, signal)),
  },
});
