import type { ScreenGuide } from '../../contract/docs/screenGuides.ts';
import type { AuthForm, AuthSection } from '../../machines/auth/authConfig/authForm.ts';

type Name = keyof AuthForm;

/** How a setting is shown. A switch is a checkbox; everything else is a text, if nothing else is said. */
export interface AuthField {
  name: Name;
  label: string;
  description?: string;
  kind?: 'number' | 'seconds' | 'lines' | 'secret' | 'hookSecret' | 'choice' | 'providers';
  /** The checkbox is checked where the setting is off. */
  inverted?: true;
  options?: readonly { value: string; label: string }[];
  /** Shown only while this switch is on or this choice is made, because the setting has no effect without it. */
  needs?: Name;
}

export interface AuthCard {
  title: string;
  fields: readonly AuthField[];
}

export const sectionTitles: Readonly<Record<AuthSection, string>> = {
  'sign-in': 'Sign-in',
  phone: 'Phone',
  providers: 'Providers',
  mfa: 'MFA',
  sessions: 'Sessions',
  urls: 'URLs',
  limits: 'Rate limits',
  templates: 'Email templates',
  smtp: 'SMTP',
  hooks: 'Hooks',
};

export const sectionGuides: Readonly<Record<AuthSection, ScreenGuide>> = {
  'sign-in': 'auth#change-the-settings-of-your-app',
  phone: 'auth/phone#sign-in-by-phone',
  providers: 'auth/providers#providers-for-users-of-your-app',
  mfa: 'auth/second-factor#enroll-an-authenticator-app',
  sessions: 'auth/sessions#end-sessions-by-time',
  urls: 'auth/emails#redirect-urls',
  limits: 'auth/protection#rate-limits',
  templates: 'auth/emails#email-templates',
  smtp: 'auth/emails#a-projects-own-smtp-server',
  hooks: 'auth/protection#hooks-for-emails-and-sms',
};

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'"|<>?,./`~';

const requiredCharacters = [
  { value: '', label: 'None' },
  { value: `${lower}${upper}:${digits}`, label: 'Letters and digits' },
  { value: `${lower}:${upper}:${digits}`, label: 'Lowercase, uppercase letters and digits' },
  { value: `${lower}:${upper}:${digits}:${symbols}`, label: 'Lowercase, uppercase letters, digits and symbols' },
];

const perWindow = 'For each IP address, in 5 minutes. 0 for no limit.';

export const authCards: Readonly<Record<AuthSection, readonly AuthCard[]>> = {
  'sign-in': [
    {
      title: 'Sign-up',
      fields: [
        {
          name: 'DISABLE_SIGNUP',
          label: 'Allow new users to sign up',
          description: 'Otherwise only users whom you create can sign in.',
          inverted: true,
        },
        {
          name: 'EXTERNAL_ANONYMOUS_USERS_ENABLED',
          label: 'Allow anonymous users',
          description: 'Users without an email address, a phone number and a password.',
        },
      ],
    },
    {
      title: 'Email',
      fields: [
        { name: 'EXTERNAL_EMAIL_ENABLED', label: 'Allow sign-in by email' },
        {
          name: 'MAILER_AUTOCONFIRM',
          label: 'Confirm email addresses automatically',
          description: 'Otherwise a new user first follows the link of an email.',
        },
        {
          name: 'MAILER_SECURE_EMAIL_CHANGE_ENABLED',
          label: 'Confirm a new email address from the current one too',
        },
        {
          name: 'MAILER_OTP_EXP',
          label: 'Lifetime of links and codes (seconds)',
          description: 'Users can use the link or the code of an email for this long.',
          kind: 'seconds',
        },
        { name: 'MAILER_OTP_LENGTH', label: 'Digits of a code', description: '6 to 10.', kind: 'number' },
      ],
    },
    {
      title: 'Passwords',
      fields: [
        { name: 'PASSWORD_MIN_LENGTH', label: 'Minimum length', description: '6 to 99 characters.', kind: 'number' },
        {
          name: 'PASSWORD_REQUIRED_CHARACTERS',
          label: 'Required characters',
          kind: 'choice',
          options: requiredCharacters,
        },
        {
          name: 'SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
          label: 'Require the current password to change it',
        },
        {
          name: 'SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
          label: 'Require a code to change the password',
          description: 'Users who signed in more than 24 hours ago enter a code from an email.',
        },
      ],
    },
    {
      title: 'Captcha',
      fields: [
        {
          name: 'SECURITY_CAPTCHA_ENABLED',
          label: 'Require a captcha',
          description: 'For sign-up, sign-in with a password and requests for emails.',
        },
        {
          name: 'SECURITY_CAPTCHA_PROVIDER',
          label: 'Captcha provider',
          kind: 'choice',
          options: [
            { value: 'hcaptcha', label: 'hCaptcha' },
            { value: 'turnstile', label: 'Turnstile' },
          ],
          needs: 'SECURITY_CAPTCHA_ENABLED',
        },
        {
          name: 'SECURITY_CAPTCHA_SECRET',
          label: 'Captcha secret key',
          kind: 'secret',
          needs: 'SECURITY_CAPTCHA_ENABLED',
        },
      ],
    },
  ],
  phone: [
    {
      title: 'Phone',
      fields: [
        {
          name: 'EXTERNAL_PHONE_ENABLED',
          label: 'Allow sign-in by phone',
          description: 'With a password, or with a code from an SMS.',
        },
        {
          name: 'SMS_AUTOCONFIRM',
          label: 'Confirm phone numbers automatically',
          description: 'Otherwise a new user first enters the code of an SMS.',
          needs: 'EXTERNAL_PHONE_ENABLED',
        },
      ],
    },
    {
      title: 'Codes',
      fields: [
        {
          name: 'SMS_OTP_EXP',
          label: 'Lifetime of a code (seconds)',
          description: 'Users can use the code of an SMS for this long.',
          kind: 'seconds',
        },
        { name: 'SMS_OTP_LENGTH', label: 'Digits of a code', description: '6 to 10.', kind: 'number' },
        {
          name: 'SMS_MAX_FREQUENCY',
          label: 'Interval between SMS (seconds)',
          description: 'Between two SMS of the same kind to a number.',
          kind: 'seconds',
        },
        { name: 'SMS_TEMPLATE', label: 'Text of an SMS', description: '{{ .Code }} stands for the code.' },
      ],
    },
    {
      title: 'SMS provider',
      fields: [
        {
          name: 'SMS_PROVIDER',
          label: 'Provider',
          description: 'A program of your own can send SMS too: see Hooks.',
          kind: 'choice',
          options: [
            { value: '', label: 'None' },
            { value: 'twilio', label: 'Twilio' },
          ],
        },
        { name: 'SMS_TWILIO_ACCOUNT_SID', label: 'Account SID', needs: 'SMS_PROVIDER' },
        { name: 'SMS_TWILIO_AUTH_TOKEN', label: 'Auth token', kind: 'secret', needs: 'SMS_PROVIDER' },
        {
          name: 'SMS_TWILIO_MESSAGE_SERVICE_SID',
          label: 'Sender',
          description: 'The SID of a messaging service, or the phone number that sends.',
          needs: 'SMS_PROVIDER',
        },
      ],
    },
  ],
  mfa: [
    {
      title: 'Authenticator apps',
      fields: [
        {
          name: 'MFA_TOTP_ENROLL_ENABLED',
          label: 'Allow users to add authenticator apps',
          description: 'Apps that users have added stay.',
        },
        {
          name: 'MFA_TOTP_VERIFY_ENABLED',
          label: 'Accept codes of authenticator apps',
          description: 'Otherwise no session reaches the assurance level aal2.',
        },
        {
          name: 'MFA_MAX_ENROLLED_FACTORS',
          label: 'Second factors per user',
          description: '1 to 100.',
          kind: 'number',
        },
      ],
    },
  ],
  hooks: [
    {
      title: 'Send email hook',
      fields: [
        {
          name: 'HOOK_SEND_EMAIL_ENABLED',
          label: 'Send emails with a program of your own',
          description: 'It gets the user and the code of each email. Templates and SMTP have no effect then.',
        },
        {
          name: 'HOOK_SEND_EMAIL_URI',
          label: 'Address of the program that sends emails',
          needs: 'HOOK_SEND_EMAIL_ENABLED',
        },
        {
          name: 'HOOK_SEND_EMAIL_SECRETS',
          label: 'Secret of the email hook',
          kind: 'hookSecret',
          needs: 'HOOK_SEND_EMAIL_ENABLED',
        },
      ],
    },
    {
      title: 'Send SMS hook',
      fields: [
        {
          name: 'HOOK_SEND_SMS_ENABLED',
          label: 'Send SMS with a program of your own',
          description: 'It gets the user, the phone number and the code of each SMS, in place of the SMS provider.',
        },
        {
          name: 'HOOK_SEND_SMS_URI',
          label: 'Address of the program that sends SMS',
          needs: 'HOOK_SEND_SMS_ENABLED',
        },
        {
          name: 'HOOK_SEND_SMS_SECRETS',
          label: 'Secret of the SMS hook',
          kind: 'hookSecret',
          needs: 'HOOK_SEND_SMS_ENABLED',
        },
      ],
    },
  ],
  // The section shows them with a preview.
  templates: [],
  providers: [
    {
      title: 'GitHub',
      fields: [
        { name: 'EXTERNAL_GITHUB_ENABLED', label: 'Allow sign-in with GitHub' },
        { name: 'EXTERNAL_GITHUB_CLIENT_ID', label: 'GitHub client ID', needs: 'EXTERNAL_GITHUB_ENABLED' },
        {
          name: 'EXTERNAL_GITHUB_SECRET',
          label: 'GitHub client secret',
          kind: 'secret',
          needs: 'EXTERNAL_GITHUB_ENABLED',
        },
      ],
    },
    {
      title: 'Google',
      fields: [
        { name: 'EXTERNAL_GOOGLE_ENABLED', label: 'Allow sign-in with Google' },
        { name: 'EXTERNAL_GOOGLE_CLIENT_ID', label: 'Google client ID', needs: 'EXTERNAL_GOOGLE_ENABLED' },
        {
          name: 'EXTERNAL_GOOGLE_SECRET',
          label: 'Google client secret',
          kind: 'secret',
          needs: 'EXTERNAL_GOOGLE_ENABLED',
        },
      ],
    },
    {
      title: 'OpenID Connect',
      fields: [{ name: 'EXTERNAL_OIDC_PROVIDERS', label: 'OpenID Connect providers', kind: 'providers' }],
    },
    {
      title: 'Accounts',
      fields: [
        {
          name: 'SECURITY_MANUAL_LINKING_ENABLED',
          label: 'Allow users to add and remove providers',
          description: 'Signed-in users can connect their account with further providers.',
        },
      ],
    },
  ],
  urls: [
    {
      title: 'Where links may lead',
      fields: [
        {
          name: 'SITE_URL',
          label: 'Site URL',
          description: 'Your app. Links of emails lead here unless the app asks for another address that is allowed.',
        },
        {
          name: 'URI_ALLOW_LIST',
          label: 'Redirect URLs',
          description:
            'Further addresses to which links may lead, one in each line, such as https://*.example.com/**. The wildcard * matches any text without a dot or a slash, ** any text, and ? one character.',
          kind: 'lines',
        },
      ],
    },
  ],
  limits: [
    {
      title: 'Rate limits',
      fields: [
        {
          name: 'RATE_LIMIT_EMAIL_SENT',
          label: 'Emails',
          description:
            'Of all users together, in an hour. Does not apply while email addresses are confirmed automatically.',
          kind: 'number',
        },
        {
          name: 'RATE_LIMIT_SMS_SENT',
          label: 'SMS',
          description: 'Of all users together, in an hour. 0 for no limit.',
          kind: 'number',
        },
        {
          name: 'RATE_LIMIT_OTP',
          label: 'Sign-ups',
          description: `${perWindow} Changes to a user and each kind of request for an email have limits of the same size.`,
          kind: 'number',
        },
        {
          name: 'RATE_LIMIT_TOKEN_REFRESH',
          label: 'Sign-ins and token refreshes',
          description: perWindow,
          kind: 'number',
        },
        { name: 'RATE_LIMIT_VERIFY', label: 'Uses of links and codes', description: perWindow, kind: 'number' },
        {
          name: 'RATE_LIMIT_ANONYMOUS_USERS',
          label: 'Anonymous sign-ups',
          description: 'For each IP address, in an hour. 0 for no limit.',
          kind: 'number',
        },
        {
          name: 'MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
          label: 'Codes of second factors',
          description: 'For each IP address, in a minute. 0 for no limit.',
          kind: 'number',
        },
      ],
    },
  ],
  sessions: [
    {
      title: 'Tokens',
      fields: [
        {
          name: 'JWT_EXP',
          label: 'Lifetime of an access token (seconds)',
          description: 'Clients refresh it before it expires.',
          kind: 'seconds',
        },
        {
          name: 'SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
          label: 'Reuse of a refresh token (seconds)',
          description:
            'A refresh token works again for this long after its first use, for clients whose answer was lost.',
          kind: 'seconds',
        },
      ],
    },
    {
      title: 'Session limits',
      fields: [
        {
          name: 'SESSIONS_TIMEBOX',
          label: 'Maximum length of a session (seconds)',
          description: '0 for no limit.',
          kind: 'seconds',
        },
        {
          name: 'SESSIONS_INACTIVITY_TIMEOUT',
          label: 'Maximum inactivity (seconds)',
          description: 'A session ends when its token is not refreshed for this long. 0 for no limit.',
          kind: 'seconds',
        },
        {
          name: 'SESSIONS_SINGLE_PER_USER',
          label: 'One session per user',
          description: 'A new sign-in ends the earlier sessions of the user.',
        },
      ],
    },
  ],
  smtp: [
    {
      title: 'SMTP server',
      fields: [
        {
          name: 'SMTP_ADMIN_EMAIL',
          label: 'Sender email',
          description: 'The emails of your app come from this address.',
        },
        { name: 'SMTP_SENDER_NAME', label: 'Sender name' },
        { name: 'SMTP_HOST', label: 'Host', description: 'Clear it to turn SMTP off.' },
        {
          name: 'SMTP_PORT',
          label: 'Port',
          description: 'On 465 the connection is encrypted from the start, on others as soon as the server offers it.',
          kind: 'number',
        },
        { name: 'SMTP_USER', label: 'Username' },
        { name: 'SMTP_PASS', label: 'Password', kind: 'secret' },
        {
          name: 'SMTP_MAX_FREQUENCY',
          label: 'Interval between emails (seconds)',
          description: 'Between two emails of the same kind to an address.',
          kind: 'seconds',
        },
      ],
    },
  ],
};

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Seconds in the largest unit that they fill, such as "90 minutes"; null where that says nothing more. */
export function wordsForSeconds(text: string): string | null {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds <= 0) return null;
  const unit = units.find(([length]) => seconds % length === 0);
  if (unit === undefined) return null;
  const count = seconds / unit[0];
  return `${count.toLocaleString('en')} ${unit[1]}${count === 1 ? '' : 's'}`;
}
