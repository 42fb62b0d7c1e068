/**
 * Which guide each screen with settings links to, below `/guides`. Views name the address, whose type is this table's:
 * so each address comes with the code of its page, and the browser has no table.
 */
export const screenGuides = {
  accountProfile: 'account#profile',
  accountPreferences: 'account#preferences',
  accountEmail: 'account#change-your-email',
  accountPassword: 'account#change-your-password',
  accountSignInMethods: 'account#sign-in-methods',
  accountFactors: 'account#two-step-verification',
  accountSessions: 'account#devices-and-sessions',
  accountTokens: 'account#access-tokens',
  accountEvents: 'account#audit-log',
  accountDeletion: 'account#delete-your-account',
  users: 'auth#manage-the-users-of-your-app',
  'authConfig.sign-in': 'auth#change-the-settings-of-your-app',
  'authConfig.phone': 'auth/phone#sign-in-by-phone',
  'authConfig.providers': 'auth/providers#providers-for-users-of-your-app',
  'authConfig.mfa': 'auth/second-factor#enroll-an-authenticator-app',
  'authConfig.sessions': 'auth/sessions#end-sessions-by-time',
  'authConfig.urls': 'auth/emails#redirect-urls',
  'authConfig.limits': 'auth/protection#rate-limits',
  'authConfig.templates': 'auth/emails#email-templates',
  'authConfig.smtp': 'auth/emails#a-projects-own-smtp-server',
  'authConfig.hooks': 'auth/protection#hooks-for-emails-and-sms',
  logs: 'logs#read-the-logs-of-a-project',
  advisors: 'database/advisors#check-a-database',
  newProject: 'organizations-and-projects#create-a-project',
  newOrganization: 'organizations-and-projects#organizations',
  organization: 'organizations-and-projects#roles',
  organizationBilling: 'organizations-and-projects#plans',
  organizationAssistant: 'assistant#connect-a-model-for-an-organization',
  support: 'support#write-a-request',
} as const;

/** Address of a guide's section that a screen may link to, below `/guides`. */
export type ScreenGuide = (typeof screenGuides)[keyof typeof screenGuides];
