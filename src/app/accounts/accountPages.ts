import { fromPromise } from 'xstate';
import { accessTokensMachine } from '../../machines/accounts/accessTokens/accessTokens.machine.ts';
import { accountDeletionMachine } from '../../machines/accounts/accountDeletion/accountDeletion.machine.ts';
import { accountSessionsMachine } from '../../machines/accounts/accountSessions/accountSessions.machine.ts';
import { emailChangeMachine } from '../../machines/accounts/emailChange/emailChange.machine.ts';
import { factorSetupMachine } from '../../machines/accounts/factorSetup/factorSetup.machine.ts';
import { identityCheckMachine } from '../../machines/accounts/identityCheck/identityCheck.machine.ts';
import { passwordChangeMachine } from '../../machines/accounts/passwordChange/passwordChange.machine.ts';
import { profileNamesMachine } from '../../machines/accounts/profileNames/profileNames.machine.ts';
import { secondFactorsMachine } from '../../machines/accounts/secondFactors/secondFactors.machine.ts';
import { deleteTokenDraft, keepTokenDraft, loadTokenDraft } from '../../services/accounts/accessTokenDraft.ts';
import { createToken, listTokens, revokeToken } from '../../services/accounts/accessTokens.ts';
import { deleteAccount, previewDeletion } from '../../services/accounts/accountDeletion.ts';
import { endOtherSessions, endSession } from '../../services/accounts/accountSessions.ts';
import { requestEmailChange } from '../../services/accounts/emailedCode.ts';
import {
  discardFactor,
  enrollFactor,
  listFactors,
  removeFactor,
  verifyFactor,
} from '../../services/accounts/factors.ts';
import { changePassword, requestPasswordCode } from '../../services/accounts/password.ts';
import { saveNames } from '../../services/accounts/profileNames.ts';
import { giveProof, readProofRequest } from '../../services/accounts/verification.ts';
import AccessTokensScreen from '../../views/accounts/AccessTokensScreen.tsx';
import AccountDeletionScreen from '../../views/accounts/AccountDeletionScreen.tsx';
import AccountEventsScreen from '../../views/accounts/AccountEventsScreen.tsx';
import AccountLayout from '../../views/accounts/AccountLayout.tsx';
import AccountSessionsScreen from '../../views/accounts/AccountSessionsScreen.tsx';
import EmailScreen from '../../views/accounts/EmailScreen.tsx';
import PasswordScreen from '../../views/accounts/PasswordScreen.tsx';
import ProfileScreen from '../../views/accounts/ProfileScreen.tsx';
import SecondFactorsScreen from '../../views/accounts/SecondFactorsScreen.tsx';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';
import { emailedCode, linkTo } from './emailedCode.actor.ts';

/** The frame and the views of the account's pages. */
export const views = {
  AccessTokensScreen,
  AccountDeletionScreen,
  AccountEventsScreen,
  AccountLayout,
  AccountSessionsScreen,
  EmailScreen,
  PasswordScreen,
  ProfileScreen,
  SecondFactorsScreen,
};

const identityCheck = identityCheckMachine.provide({
  actors: {
    readProofRequest: fromPromise(({ signal }) => readProofRequest(signal)),
    requestCode: fromPromise(() => requestPasswordCode()),
    giveProof: fromPromise(({ input, signal }) => giveProof(input, signal)),
  },
});

export const accessTokens = accessTokensMachine.provide({
  actors: {
    identityCheck,
    loadDraft: fromPromise(async () => loadTokenDraft()),
    keepDraft: fromPromise(async ({ input }) => keepTokenDraft(input)),
    deleteDraft: fromPromise(async () => deleteTokenDraft()),
    listTokens: fromPromise(({ signal }) => listTokens(signal)),
    createToken: fromPromise(({ input, signal }) => createToken(input, signal)),
    revokeToken: fromPromise(({ input, signal }) => revokeToken(input, signal)),
  },
});

export const accountDeletion = accountDeletionMachine.provide({
  actors: {
    identityCheck,
    previewDeletion: fromPromise(({ signal }) => previewDeletion(signal)),
    deleteAccount: fromPromise(({ input, signal }) => deleteAccount(input, signal)),
  },
});

export const secondFactors = secondFactorsMachine.provide({
  actors: {
    identityCheck,
    factorSetup: factorSetupMachine.provide({
      actors: { verifyFactor: fromPromise(({ input }) => verifyFactor(input)) },
    }),
    listFactors: fromPromise(() => listFactors()),
    enrollFactor: fromPromise(({ input }) => enrollFactor(input)),
    discardFactor: fromPromise(({ input }) => discardFactor(input)),
    removeFactor: fromPromise(({ input, signal }) => removeFactor(input, signal)),
  },
});

export const emailChange = emailChangeMachine.provide({
  actors: {
    emailedCode,
    requestEmailChange: fromPromise(({ input }) =>
      requestEmailChange({ ...input, linkTo: linkTo('email_change', {}) }),
    ),
  },
});

export const passwordChange = passwordChangeMachine.provide({
  actors: {
    passwordStrength,
    changePassword: fromPromise(({ input }) => changePassword(input)),
    requestCode: fromPromise(() => requestPasswordCode()),
  },
});

export const profileNames = profileNamesMachine.provide({
  actors: { saveNames: fromPromise(({ input, signal }) => saveNames(input, signal)) },
});

export const accountSessions = accountSessionsMachine.provide({
  actors: {
    endSession: fromPromise(({ input, signal }) => endSession(input, signal)),
    endOthers: fromPromise(({ signal }) => endOtherSessions(signal)),
  },
});
