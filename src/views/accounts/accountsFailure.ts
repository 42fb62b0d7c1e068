import { explainedFrom, signInMeanings, titleFrom, type FailureMeanings } from './signInFailure.ts';

/** For all pages of accounts. */
const meanings: FailureMeanings = {
  ...signInMeanings,
  user_already_exists: {
    title: 'An account with this email address already exists',
    next: 'Sign in instead, or use a different email address.',
  },
  provider_disabled: { title: 'This server does not have this provider' },
  otp_expired: {
    title: 'This code or link is invalid or has expired',
    next: 'Use the newest email, or request another one. The link and the code each work only once.',
  },
  sso_provider_not_found: {
    title: 'No organization signs in with this domain',
    next: 'Check the address, or sign in another way.',
  },
  user_sso_managed: {
    title: 'Your organization manages this account',
    next: 'Change the address or the password at your identity provider.',
  },
  identity_already_exists: {
    title: 'Another account has this sign-in method',
    next: 'Remove it there first, or add a different one.',
  },
  single_identity_not_deletable: { title: 'This is your only sign-in method', next: 'Add another one first.' },
  manual_linking_disabled: { title: 'This server does not let you change your sign-in methods' },
  saml_provider_disabled: { title: 'This server has no SSO', next: 'Sign in another way.' },
  saml_relay_state_not_found: { title: 'This sign-in took too long', next: 'Try again.' },
  saml_domain_mismatch: {
    title: 'Your identity provider answered for another domain',
    next: 'Ask your administrator to check the domains of the provider.',
  },
  pkce_code_verifier_not_found: {
    title: 'Open the link in the browser that requested it',
    next: 'The link and its code are used up. Request another email in that browser.',
  },
  current_password_required: {
    title: 'Enter your current password',
    next: 'To set a new password, enter the current one.',
  },
  current_password_invalid: { title: 'Incorrect current password', next: 'Check it and try again.' },
  reauthentication_needed: {
    title: 'Enter the code that we sent you',
    next: 'You signed in more than a day ago.',
  },
  reauthentication_not_valid: { title: 'This code is invalid or has expired', next: 'Use the newest message.' },
  mfa_verification_failed: {
    title: 'Incorrect code',
    next: 'Enter the newest code. If it is refused too, check that the clock of your phone is right.',
  },
  mfa_challenge_expired: { title: 'This code has expired', next: 'Enter the newest code.' },
  mfa_factor_name_conflict: { title: 'You already have an app with this name', next: 'Choose a different name.' },
  too_many_enrolled_mfa_factors: { title: 'You have too many authenticator apps', next: 'Remove one first.' },
  verification_needed: { title: 'You opened the email too long ago', next: 'Request another one to continue.' },
  same_password: { title: 'This is your current password', next: 'Choose a different one.' },
  weak_password: { title: 'This password is too weak' },
  // By the address, or by what all users together get.
  over_email_send_rate_limit: { title: 'Too many emails requested', next: 'Wait a while, then try again.' },
};

export const accountsFailureTitle = titleFrom(meanings);

/** The failure with what to do next. */
export const explained = explainedFrom(meanings);

/** For phone numbers, where the same errors mean something else. */
const phoneMeanings: FailureMeanings = {
  ...meanings,
  invalid_credentials: { title: 'Incorrect phone number or password', next: 'Check both, or request a code.' },
  phone_not_confirmed: { title: 'Confirm your phone number first', next: 'Request a code and enter it.' },
  phone_exists: { title: 'Another account has this phone number', next: 'Use a different number.' },
  otp_expired: { title: 'This code is invalid or has expired', next: 'Use the newest SMS, or request another one.' },
  over_sms_send_rate_limit: { title: 'Too many SMS requested', next: 'Wait a while, then try again.' },
  sms_send_failed: { title: 'Could not send the SMS', next: 'Check the number, or try again later.' },
};

export const phoneFailureTitle = titleFrom(phoneMeanings);
export const phoneExplained = explainedFrom(phoneMeanings);
