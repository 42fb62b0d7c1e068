import { fromPromise } from 'xstate';
import { projectUserMachine } from '../../machines/auth/projectUser/projectUser.machine.ts';
import type { UserAction } from '../../machines/auth/projectUser/userAction.ts';
import { isUntouched, userMetadataMachine } from '../../machines/auth/userMetadata/userMetadata.machine.ts';
import { userPasswordMachine } from '../../machines/auth/userPassword/userPassword.machine.ts';
import { userDrafts } from '../../services/auth/authEntries.ts';
import {
  changeUser,
  deleteUser,
  endUserSession,
  readUser,
  removeUserFactor,
  sendUserEmail,
} from '../../services/auth/projectUsers.ts';
import { storedDraftBy } from '../parts/storedDraft.ts';

interface ById {
  ref: string;
  id: string;
}

async function perform(user: ById, action: UserAction, signal: AbortSignal): Promise<void> {
  switch (action.kind) {
    case 'email':
      return await sendUserEmail({ ...user, email: action.email }, signal);
    case 'confirmation':
      return void (await changeUser({ ...user, change: { email_confirm: true } }, signal));
    case 'ban':
      return void (await changeUser({ ...user, change: { banned: action.banned } }, signal));
    case 'factor':
      return await removeUserFactor({ ...user, factor: action.factor.id }, signal);
    case 'session':
      return await endUserSession({ ...user, session: action.session.id }, signal);
    case 'sessions':
      return await endUserSession({ ...user, session: null }, signal);
    case 'deletion':
      return await deleteUser(user, signal);
  }
}

export default projectUserMachine.provide({
  actors: {
    userMetadata: userMetadataMachine.provide({
      actors: {
        ...storedDraftBy(userDrafts.metadata, ({ ref, id }: ById) => `${ref}/${id}`, isUntouched),
        changeMetadata: fromPromise(({ input, signal }) => changeUser(input, signal)),
      },
    }),
    userPassword: userPasswordMachine.provide({
      actors: {
        setPassword: fromPromise(({ input: { password, ...user }, signal }) =>
          changeUser({ ...user, change: { password } }, signal),
        ),
      },
    }),
    readUser: fromPromise(({ input, signal }) => readUser(input, signal)),
    performAction: fromPromise(async ({ input: { action, ...user }, signal }) => {
      if (action !== null) await perform(user, action, signal);
    }),
  },
});
