import { fromPromise } from 'xstate';
import { accessTokenDraftSchema } from '../../contract/accounts/accessTokenDraft.ts';
import { profileNamesDraftSchema } from '../../contract/accounts/profileNames.ts';
import { accessTokensMachine } from '../../machines/accounts/accessTokens/accessTokens.machine.ts';
import { accountDeletionMachine } from '../../machines/accounts/accountDeletion/accountDeletion.machine.ts';
import { accountSessionsMachine } from '../../machines/accounts/accountSessions/accountSessions.machine.ts';
import { emailChangeMachine } from '../../machines/accounts/emailChange/emailChange.machine.ts';
import { factorSetupMachine } from '../../machines/accounts/factorSetup/factorSetup.machine.ts';
import { identityCheckMachine } from '../../machines/accounts/identityCheck/identityCheck.machine.ts';
import { passwordChangeMachine } from '../../machines/accounts/passwordChange/passwordChange.machine.ts';
import { phoneChangeMachine } from '../../machines/accounts/phoneChange/phoneChange.machine.ts';
import { profileNamesMachine } from '../../machines/accounts/profileNames/profileNames.machine.ts';
import { secondFactorsMachine } from '../../machines/accounts/secondFactors/secondFactors.machine.ts';
import { signInMethodsMachine } from '../../machines/accounts/signInMethods/signInMethods.machine.ts';
import { href } from '../../router/href.ts';
import { createToken, listTokens, revokeToken } from '../../services/accounts/accessTokens.ts';
import { deleteAccount, previewDeletion } from '../../services/accounts/accountDeletion.ts';
import { endOtherSessions, endSession } from '../../services/accounts/accountSessions.ts';
import {
  discardFactor,
  enrollFactor,
  listAllFactors,
  removeFactor,
  verifyFactor,
} from '../../services/accounts/factors.ts';
import { changePassword, requestPasswordCode } from '../../services/accounts/password.ts';
import { readPhone, requestPhoneChange } from '../../services/accounts/phone.ts';
import { saveNames } from '../../services/accounts/profileNames.ts';
import { requestEmailChange } from '../../services/accounts/sentCode.ts';
import {
  leaveToAdd,
  listSignInMethods,
  removeSignInMethod,
  takeAddition,
} from '../../services/accounts/signInMethods.ts';
import { giveProof, readProofRequest } from '../../services/accounts/verification.ts';
import { entry } from '../../services/browser/storage.ts';
import AccessTokensScreen from '../../views/accounts/AccessTokensScreen.tsx';
import AccountDeletionScreen from '../../views/accounts/AccountDeletionScreen.tsx';
import AccountEventsScreen from '../../views/accounts/AccountEventsScreen.tsx';
import AccountLayout from '../../views/accounts/AccountLayout.tsx';
import AccountSessionsScreen from '../../views/accounts/AccountSessionsScreen.tsx';
import EmailScreen from '../../views/accounts/EmailScreen.tsx';
import PasswordScreen from '../../views/accounts/PasswordScreen.tsx';
import ProfileScreen from '../../views/accounts/ProfileScreen.tsx';
import SecondFactorsScreen from '../../views/accounts/SecondFactorsScreen.tsx';
import SignInMethodsScreen from '../../views/accounts/SignInMethodsScreen.tsx';
import { passwordStrength } from '../parts/passwordStrength.actor.ts';
import { screenPart } from '../parts/screenPart.ts';
import { storedDraft } from '../parts/storedDraft.ts';
import { linkTo, pendingCode, sentCode } from './sentCode.actor.ts';

/** The frame of the account's pages, and the view of the one without a flow. */
export const views = { AccountEventsScreen, AccountLayout };

const identityCheck = identityCheckMachine.provide({
  actors: {
    readProofRequest: fromPromise(({ signal }) => readProofRequest(signal)),
    requestCode: fromPromise(() => requestPasswordCode()),
    giveProof: fromPromise(({ input, signal }) => giveProof(input, signal)),
  },
});

const accessTokens = accessTokensMachine.provide({
  actors: {
    identityCheck,
    ...storedDraft(entry('access-token-draft', accessTokenDraftSchema)),
    listTokens: fromPromise(({ signal }) => listTokens(signal)),
    createToken: fromPromise(({ input, signal }) => createToken(input, signal)),
    revokeToken: fromPromise(({ input, signal }) => revokeToken(input, signal)),
  },
});

const accountDeletion = accountDeletionMachine.provide({
  actors: {
    identityCheck,
    previewDeletion: fromPromise(({ signal }) => previewDeletion(signal)),
    deleteAccount: fromPromise(({ input, signal }) => deleteAccount(input, signal)),
  },
});

const secondFactors = secondFactorsMachine.provide({
  actors: {
    identityCheck,
    factorSetup: factorSetupMachine.provide({
      actors: { verifyFactor: fromPromise(({ input }) => verifyFactor(input)) },
    }),
    listFactors: fromPromise(() => listAllFactors()),
    enrollFactor: fromPromise(({ input }) => enrollFactor(input)),
    discardFactor: fromPromise(({ input }) => discardFactor(input)),
    removeFactor: fromPromise(({ input, signal }) => removeFactor(input, signal)),
  },
});

const signInMethods = signInMethodsMachine.provide({
  actors: {
    identityCheck,
    listMethods: fromPromise(() => listSignInMethods()),
    takeAddition: fromPromise(({ input: { query }, signal }) => takeAddition(query, signal)),
    leaveToAdd: fromPromise(({ input: { id }, signal }) =>
      leaveToAdd({ id, returnTo: href('accountSignInMethods', {}, { added: id }) }, signal),
    ),
    removeMethod: fromPromise(({ input, signal }) => removeSignInMethod(input, signal)),
  },
});

const emailChange = emailChangeMachine.provide({
  actors: {
    sentCode,
    pendingCode: pendingCode('email_change'),
    identityCheck,
    phoneChange: phoneChangeMachine.provide({
      actors: {
        sentCode,
        pendingCode: pendingCode('phone_change'),
        identityCheck,
        readPhone: fromPromise(() => readPhone()),
        requestPhoneChange: fromPromise(({ input }) => requestPhoneChange(input)),
      },
    }),
    requestEmailChange: fromPromise(({ input }) =>
      requestEmailChange({ ...input, linkTo: linkTo('email_change', {}) }),
    ),
  },
});

const passwordChange = passwordChangeMachine.provide({
  actors: {
    passwordStrength,
    identityCheck,
    changePassword: fromPromise(({ input }) => changePassword(input)),
    requestCode: fromPromise(() => requestPasswordCode()),
  },
});

const profileNames = profileNamesMachine.provide({
  actors: {
    ...storedDraft(entry('profile-names', profileNamesDraftSchema)),
    saveNames: fromPromise(({ input, signal }) => saveNames(input, signal)),
  },
});

const accountSessions = accountSessionsMachine.provide({
  actors: {
    endSession: fromPromise(({ input, signal }) => endSession(input, signal)),
    endOthers: fromPromise(({ signal }) => endOtherSessions(signal)),
  },
});

/** The account's pages. */
export const screens = {
  accountProfile: screenPart('accountProfile', ProfileScreen, profileNames),
  accountEmail: screenPart('accountEmail', EmailScreen, emailChange),
  accountPassword: screenPart('accountPassword', PasswordScreen, passwordChange),
  accountSignInMethods: screenPart('accountSignInMethods', SignInMethodsScreen, signInMethods),
  accountFactors: screenPart('accountFactors', SecondFactorsScreen, secondFactors),
  accountSessions: screenPart('accountSessions', AccountSessionsScreen, accountSessions),
  accountTokens: screenPart('accountTokens', AccessTokensScreen, accessTokens),
  accountDeletion: screenPart('accountDeletion', AccountDeletionScreen, accountDeletion),
};
