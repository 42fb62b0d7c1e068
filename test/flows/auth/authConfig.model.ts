import type { AuthConfig } from '../../../src/contract/auth/authConfig.ts';
import type { AuthDraft } from '../../../src/contract/auth/authDraft.ts';
import { mailTemplateKinds } from '../../../src/contract/auth/mailTemplates.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { authConfigMachine } from '../../../src/machines/auth/authConfig/authConfig.machine.ts';
import { editedNames } from '../../../src/machines/auth/authConfig/authForm.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const stored: AuthConfig = {
  DISABLE_SIGNUP: false,
  EXTERNAL_ANONYMOUS_USERS_ENABLED: false,
  EXTERNAL_EMAIL_ENABLED: true,
  EXTERNAL_PHONE_ENABLED: false,
  MAILER_AUTOCONFIRM: true,
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: true,
  MFA_TOTP_ENROLL_ENABLED: true,
  MFA_TOTP_VERIFY_ENABLED: true,
  SECURITY_CAPTCHA_ENABLED: false,
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: false,
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: false,
  SESSIONS_SINGLE_PER_USER: false,
  SMS_AUTOCONFIRM: false,
  JWT_EXP: 3_600,
  MAILER_OTP_EXP: 3_600,
  MAILER_OTP_LENGTH: 6,
  MFA_MAX_ENROLLED_FACTORS: 10,
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: 15,
  PASSWORD_MIN_LENGTH: 8,
  RATE_LIMIT_ANONYMOUS_USERS: 30,
  RATE_LIMIT_EMAIL_SENT: 30,
  RATE_LIMIT_OTP: 30,
  RATE_LIMIT_TOKEN_REFRESH: 150,
  RATE_LIMIT_VERIFY: 30,
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 10,
  SESSIONS_INACTIVITY_TIMEOUT: 0,
  SESSIONS_TIMEBOX: 0,
  SMTP_MAX_FREQUENCY: 60,
  SMTP_PORT: 465,
  SMTP_ADMIN_EMAIL: 'ferries@example.com',
  SMTP_HOST: 'smtp.example.com',
  SMTP_SENDER_NAME: 'Ferries',
  SMTP_USER: 'mail',
  SITE_URL: 'https://ferries.example.com',
  URI_ALLOW_LIST: 'https://*.example.com/**,ferries://**',
  PASSWORD_REQUIRED_CHARACTERS: '',
  SECURITY_CAPTCHA_PROVIDER: 'hcaptcha',
  HOOK_SEND_EMAIL_ENABLED: false,
  ENABLE_SMTP: true,
  EXTERNAL_GITHUB_ENABLED: false,
  EXTERNAL_GITHUB_CLIENT_ID: null,
  EXTERNAL_GOOGLE_ENABLED: false,
  EXTERNAL_GOOGLE_CLIENT_ID: null,
  SECURITY_MANUAL_LINKING_ENABLED: false,
  EXTERNAL_OIDC_PROVIDERS: [],
  HOOK_SEND_EMAIL_URI: null,
  HOOK_SEND_SMS_ENABLED: false,
  HOOK_SEND_SMS_URI: null,
  RATE_LIMIT_SMS_SENT: 30,
  SMS_MAX_FREQUENCY: 60,
  SMS_OTP_EXP: 60,
  SMS_OTP_LENGTH: 6,
  SMS_PROVIDER: '',
  SMS_TEMPLATE: 'Your code is {{ .Code }}',
  SMS_TWILIO_ACCOUNT_SID: null,
  SMS_TWILIO_MESSAGE_SERVICE_SID: null,
  MAILER_SUBJECTS_CONFIRMATION: null,
  MAILER_SUBJECTS_INVITE: null,
  MAILER_SUBJECTS_MAGIC_LINK: null,
  MAILER_SUBJECTS_RECOVERY: null,
  MAILER_SUBJECTS_EMAIL_CHANGE: null,
  MAILER_SUBJECTS_REAUTHENTICATION: null,
  MAILER_TEMPLATES_CONFIRMATION_CONTENT: null,
  MAILER_TEMPLATES_INVITE_CONTENT: null,
  MAILER_TEMPLATES_MAGIC_LINK_CONTENT: null,
  MAILER_TEMPLATES_RECOVERY_CONTENT: null,
  MAILER_TEMPLATES_EMAIL_CHANGE_CONTENT: null,
  MAILER_TEMPLATES_REAUTHENTICATION_CONTENT: null,
  MAILER_DEFAULTS: Object.fromEntries(
    mailTemplateKinds.map((kind) => [kind, { subject: `Subject of ${kind}`, content: '<p>{{ .Token }}</p>' }]),
  ) as AuthConfig['MAILER_DEFAULTS'],
  SERVER_SHOWS_SMS: true,
  SECRETS_SET: ['SMTP_PASS'],
  CALLBACK_URL: 'https://basechart.example.com/project/abc/auth/v1/callback',
  SERVER_SENDS_EMAILS: true,
  SERVER_RATE_LIMIT_EMAIL_SENT: 30,
  SERVER_SMTP_MAX_FREQUENCY: 60,
  version: 1,
};

/** Edits of before a reload, based on the stored settings or on older ones. */
const draftOn = (version: number): AuthDraft => ({ version, edits: { SMTP_HOST: 'mail.example.com' } });

/** Another user has saved settings since they were read. */
export const overtaken = new FailureError({ code: 409, message: 'Changed meanwhile.', requestId: 'req-2' });

export const authConfigModel: Model<typeof authConfigMachine> = {
  machine: authConfigMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc' }, query: { section: 'smtp' } }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'SMTP_HOST', value: 'mail.example.com' },
      { type: 'field.changed', field: 'SMTP_HOST', value: 'no host' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'edits.discarded': [{ type: 'edits.discarded' }],
    'test.requested': [{ type: 'test.requested' }],
    'section.opened': [],
  },
  answers: {
    section: [{ sends: { type: 'section.opened', section: 'smtp' } }],
    draft: [{ output: null }, { output: draftOn(1) }, { output: draftOn(0) }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    config: [{ output: stored }, { error: refusal }],
    change: [
      { output: { ...stored, SMTP_HOST: 'mail.example.com', version: 2 } },
      { error: refusal },
      { error: overtaken },
    ],
    test: [{ output: { sent_to: 'ada@example.com' } }, { error: refusal }],
  },
  distinguish: ({ values, config, draft, testFailure }) => [
    values.SMTP_HOST,
    draft?.version ?? null,
    config?.SMTP_HOST ?? null,
    testFailure !== null,
  ],
  invariants: [
    {
      says: 'An edit stays until it is saved or discarded.',
      when: (snapshot, { before, event }) =>
        snapshot.matches('editing') &&
        before?.context.values.SMTP_HOST === 'mail.example.com' &&
        event?.type !== 'field.changed' &&
        event?.type !== 'edits.discarded',
      holds: ({ context }) => context.values.SMTP_HOST === 'mail.example.com',
    },
    {
      says: 'What is sent is based on the settings that the user has seen.',
      when: (_, { awaited }) => awaited.includes('change'),
      holds: ({ context }, { given }) =>
        (given('change') as { change: { version: number } }).change.version === context.config?.version,
    },
    {
      says: 'A test email is sent with the settings that the page shows.',
      when: (_, { awaited }) => awaited.includes('test'),
      holds: ({ context: { values, config } }) =>
        config?.ENABLE_SMTP === true && editedNames(values, config, 'smtp').length === 0,
    },
  ],
};
