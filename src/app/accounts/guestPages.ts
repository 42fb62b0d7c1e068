import ConfirmEmailChangeScreen from '../../views/accounts/ConfirmEmailChangeScreen.tsx';
import ConfirmEmailScreen from '../../views/accounts/ConfirmEmailScreen.tsx';
import EmailSignInScreen from '../../views/accounts/EmailSignInScreen.tsx';
import ExternalSignInScreen from '../../views/accounts/ExternalSignInScreen.tsx';
import ForgotPasswordScreen from '../../views/accounts/ForgotPasswordScreen.tsx';
import ResetPasswordScreen from '../../views/accounts/ResetPasswordScreen.tsx';
import SecondFactorScreen from '../../views/accounts/SecondFactorScreen.tsx';
import SsoSignInScreen from '../../views/accounts/SsoSignInScreen.tsx';
import confirmEmail from './confirmEmail.flow.ts';
import confirmEmailChange from './confirmEmailChange.flow.ts';
import emailSignIn from './emailSignIn.flow.ts';
import externalSignIn from './externalSignIn.flow.ts';
import forgotPassword from './forgotPassword.flow.ts';
import resetPassword from './resetPassword.flow.ts';
import secondFactor from './secondFactor.flow.ts';
import ssoSignIn from './ssoSignIn.flow.ts';

/** The pages that lead to a session, without those that most visits begin with. */
export const views = {
  ConfirmEmailChangeScreen,
  ConfirmEmailScreen,
  EmailSignInScreen,
  ExternalSignInScreen,
  ForgotPasswordScreen,
  ResetPasswordScreen,
  SecondFactorScreen,
  SsoSignInScreen,
};

export const flows = {
  confirmEmail,
  confirmEmailChange,
  emailSignIn,
  externalSignIn,
  forgotPassword,
  resetPassword,
  secondFactor,
  ssoSignIn,
};
