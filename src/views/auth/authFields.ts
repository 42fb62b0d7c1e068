import { grouped } from '../../contract/common/counts.ts';
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

interface AuthCard {
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
  { value: `${lower}:${upper}:${digits}`, label: 'Lowercase letters, uppercase letters, and digits' },
  {
    value: `${lower}:${upper}:${digits}:${symbols}`,
    label: 'Lowercase letters, uppercase letters, digits, and symbols',
  },
];

const perWindow = 'Per IP address in 5 minutes. 0 for no limit.';

export const authCards: Readonly<Record<AuthSection, readonly AuthCard[]>> = {
  'sign-in': [
    {
      title: 'Sign-up',
      fields: [
        {
          name: 'DISABLE_SIGNUP',
          label: 'Allow new users to sign up',
          description: 'If off, only users that you create can sign in.',
          inverted: true,
        },
        {
          name: 'EXTERNAL_ANONYMOUS_USERS_ENABLED',
          label: 'Allow anonymous users',
          description: 'Users without an email address, phone number, or password.',
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
          description: 'If off, new users confirm their address with a link in an email.',
        },
        {
          name: 'MAILER_SECURE_EMAIL_CHANGE_ENABLED',
          label: 'Confirm email changes from the current address too',
        },
        {
          name: 'MAILER_OTP_EXP',
          label: 'Lifetime of links and codes (seconds)',
          description: 'How long the link and the code in an email are valid.',
          kind: 'seconds',
        },
        { name: 'MAILER_OTP_LENGTH', label: 'Code length (digits)', description: '6 to 10.', kind: 'number' },
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
          description: 'For sign-up, password sign-in, and email requests.',
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
          description: 'With a password, or with a code by SMS.',
        },
        {
          name: 'SMS_AUTOCONFIRM',
          label: 'Confirm phone numbers automatically',
          description: 'If off, new users confirm their number with a code by SMS.',
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
          description: 'How long the code in an SMS is valid.',
          kind: 'seconds',
        },
        { name: 'SMS_OTP_LENGTH', label: 'Code length (digits)', description: '6 to 10.', kind: 'number' },
        {
          name: 'SMS_MAX_FREQUENCY',
          label: 'Interval between SMS (seconds)',
          description: 'Minimum time between two SMS of the same kind to one number.',
          kind: 'seconds',
        },
        { name: 'SMS_TEMPLATE', label: 'SMS text', description: 'Use {{ .Code }} for the code.' },
      ],
    },
    {
      title: 'SMS provider',
      fields: [
        {
          name: 'SMS_PROVIDER',
          label: 'Provider',
          description: 'To send SMS with your own service, see Hooks.',
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
          description: 'A messaging service SID, or the phone number to send from.',
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
          description: 'If off, apps that users already added keep working.',
        },
        {
          name: 'MFA_TOTP_VERIFY_ENABLED',
          label: 'Accept codes from authenticator apps',
          description: 'If off, no session reaches assurance level aal2.',
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
          label: 'Send email with your own service',
          description:
            'The service receives the user and the code for each email. Templates and SMTP then have no effect.',
        },
        {
          name: 'HOOK_SEND_EMAIL_URI',
          label: 'Email hook URL',
          needs: 'HOOK_SEND_EMAIL_ENABLED',
        },
        {
          name: 'HOOK_SEND_EMAIL_SECRETS',
          label: 'Email hook secret',
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
          label: 'Send SMS with your own service',
          description:
            'The service receives the user, the phone number, and the code for each SMS, instead of the SMS provider.',
        },
        {
          name: 'HOOK_SEND_SMS_URI',
          label: 'SMS hook URL',
          needs: 'HOOK_SEND_SMS_ENABLED',
        },
        {
          name: 'HOOK_SEND_SMS_SECRETS',
          label: 'SMS hook secret',
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
          description: 'Signed-in users can connect more providers to their account.',
        },
      ],
    },
  ],
  urls: [
    {
      title: 'Redirects',
      fields: [
        {
          name: 'SITE_URL',
          label: 'Site URL',
          description: 'Your app’s URL. Links in emails go here unless the app requests another allowed URL.',
        },
        {
          name: 'URI_ALLOW_LIST',
          label: 'Redirect URLs',
          description:
            'More allowed URLs, one per line, such as https://*.example.com/**. The wildcard * matches any text without dots or slashes, ** any text, and ? one character.',
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
            'Per hour, for all users together. Not limited while email addresses are confirmed automatically.',
          kind: 'number',
        },
        {
          name: 'RATE_LIMIT_SMS_SENT',
          label: 'SMS',
          description: 'Per hour, for all users together. 0 for no limit.',
          kind: 'number',
        },
        {
          name: 'RATE_LIMIT_OTP',
          label: 'Sign-ups',
          description: `${perWindow} User changes and each kind of email request have limits of the same size.`,
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
          description: 'Per IP address and hour. 0 for no limit.',
          kind: 'number',
        },
        {
          name: 'MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
          label: 'Codes of second factors',
          description: 'Per IP address and minute. 0 for no limit.',
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
          label: 'Access token lifetime (seconds)',
          description: 'Clients refresh it before it expires.',
          kind: 'seconds',
        },
        {
          name: 'SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
          label: 'Refresh token reuse interval (seconds)',
          description: 'How long a used refresh token still works, for clients that lost the response.',
          kind: 'seconds',
        },
      ],
    },
    {
      title: 'Session limits',
      fields: [
        {
          name: 'SESSIONS_TIMEBOX',
          label: 'Maximum session length (seconds)',
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
          description: 'A new sign-in ends the user’s earlier sessions.',
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
          description: 'Your app’s emails come from this address.',
        },
        { name: 'SMTP_SENDER_NAME', label: 'Sender name' },
        { name: 'SMTP_HOST', label: 'Host', description: 'Clear it to turn SMTP off.' },
        {
          name: 'SMTP_PORT',
          label: 'Port',
          description: 'Port 465 uses TLS from the start. Other ports use STARTTLS if the server offers it.',
          kind: 'number',
        },
        { name: 'SMTP_USER', label: 'Username' },
        { name: 'SMTP_PASS', label: 'Password', kind: 'secret' },
        {
          name: 'SMTP_MAX_FREQUENCY',
          label: 'Interval between emails (seconds)',
          description: 'Minimum time between two emails of the same kind to one address.',
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
  return `${grouped(count)} ${unit[1]}${count === 1 ? '' : 's'}`;
}
