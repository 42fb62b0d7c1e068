import ConfirmEmailChangeScreen from '../../views/accounts/ConfirmEmailChangeScreen.tsx';
import ConfirmEmailScreen from '../../views/accounts/ConfirmEmailScreen.tsx';
import EmailSignInScreen from '../../views/accounts/EmailSignInScreen.tsx';
import ExternalSignInScreen from '../../views/accounts/ExternalSignInScreen.tsx';
import ForgotPasswordScreen from '../../views/accounts/ForgotPasswordScreen.tsx';
import PhoneSignInScreen from '../../views/accounts/PhoneSignInScreen.tsx';
import ResetPasswordScreen from '../../views/accounts/ResetPasswordScreen.tsx';
import SecondFactorScreen from '../../views/accounts/SecondFactorScreen.tsx';
import SsoSignInScreen from '../../views/accounts/SsoSignInScreen.tsx';
import { screenPart } from '../parts/screenPart.ts';
import confirmEmail from './confirmEmail.flow.ts';
import confirmEmailChange from './confirmEmailChange.flow.ts';
import emailSignIn from './emailSignIn.flow.ts';
import externalSignIn from './externalSignIn.flow.ts';
import forgotPassword from './forgotPassword.flow.ts';
import phoneSignIn from './phoneSignIn.flow.ts';
import resetPassword from './resetPassword.flow.ts';
import secondFactor from './secondFactor.flow.ts';
import ssoSignIn from './ssoSignIn.flow.ts';

/** The pages that lead to a session, without those that most visits begin with. */
export const screens = {
  emailSignIn: screenPart('emailSignIn', EmailSignInScreen, emailSignIn),
  ssoSignIn: screenPart('ssoSignIn', SsoSignInScreen, ssoSignIn),
  phoneSignIn: screenPart('phoneSignIn', PhoneSignInScreen, phoneSignIn),
  externalSignIn: screenPart('externalSignIn', ExternalSignInScreen, externalSignIn),
  secondFactor: screenPart('secondFactor', SecondFactorScreen, secondFactor),
  forgotPassword: screenPart('forgotPassword', ForgotPasswordScreen, forgotPassword),
  resetPassword: screenPart('resetPassword', ResetPasswordScreen, resetPassword),
  confirmEmail: screenPart('confirmEmail', ConfirmEmailScreen, confirmEmail),
  confirmEmailChange: screenPart('confirmEmailChange', ConfirmEmailChangeScreen, confirmEmailChange),
};
