import * as v from 'valibot';

export const organizationKinds = ['PERSONAL', 'EDUCATIONAL', 'STARTUP', 'AGENCY', 'COMPANY', 'UNDISCLOSED'] as const;
export const organizationSizes = ['1', '10', '50', '100', '300'] as const;

type OrganizationKind = (typeof organizationKinds)[number];
type OrganizationSize = (typeof organizationSizes)[number];

export const kindLabels: Readonly<Record<OrganizationKind, string>> = {
  PERSONAL: 'Personal',
  EDUCATIONAL: 'Educational',
  STARTUP: 'Startup',
  AGENCY: 'Agency',
  COMPANY: 'Company',
  UNDISCLOSED: 'Other',
};

/** Company sizes by their smallest number of employees. */
export const sizeLabels: Readonly<Record<OrganizationSize, string>> = {
  1: '1–9',
  10: '10–49',
  50: '50–99',
  100: '100–299',
  300: '300 or more',
};

const organizationNameMax = 64;

export const createOrganizationSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Enter an organization name.'),
    v.maxLength(organizationNameMax, `Use at most ${organizationNameMax} characters.`),
  ),
  kind: v.picklist(organizationKinds),
  size: v.optional(v.picklist(organizationSizes)),
  tier: v.picklist(['tier_free', 'tier_pro', 'tier_payg', 'tier_team']),
});
/** `tier_payg` is Pro with its spend cap off (behaviour, "new organization"). */
export type CreateOrganization = v.InferOutput<typeof createOrganizationSchema>;
