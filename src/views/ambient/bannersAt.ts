import type { FlagValue } from '../../contract/ambient/featureFlags.ts';
import type { MailConfig } from '../../contract/auth/mailConfig.ts';
import type { Organization } from '../../contract/organizations/organization.ts';

/** Facts that decide which banners are shown. Unknown facts are undefined. */
export interface BannerFacts {
  incident: FlagValue | undefined;
  smtpRequired: FlagValue | undefined;
  /** A user is signed in, and their profile has been read. */
  hasProfile: boolean;
  /** The address names a project of the user's. */
  isAtProject: boolean;
  authConfig: MailConfig | undefined;
  isDismissed: boolean;
  /** The organization of that project. */
  organization: Pick<Organization, 'restriction_status'> | undefined;
  /** This computer's clock differs too much from the server's. */
  hasSkew: boolean;
}

export type BannerName = 'incident' | 'smtp' | 'quota' | 'clock';

/** The banners to show, from the top (behaviour, "Banners"). */
export function bannersAt({
  incident,
  smtpRequired,
  hasProfile,
  isAtProject,
  authConfig,
  isDismissed,
  organization,
  hasSkew,
}: BannerFacts): BannerName[] {
  const isSmtpMissing = authConfig !== undefined && !authConfig.ENABLE_SMTP && !authConfig.HOOK_SEND_EMAIL_ENABLED;
  return [
    ...(incident !== undefined && incident !== false && incident !== '' ? ['incident' as const] : []),
    ...(smtpRequired === true && hasProfile && isAtProject && isSmtpMissing && !isDismissed ? ['smtp' as const] : []),
    ...(isAtProject && organization?.restriction_status != null ? ['quota' as const] : []),
    ...(hasSkew ? ['clock' as const] : []),
  ];
}
