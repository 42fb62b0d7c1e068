import {
  organizationKinds,
  organizationSizes,
  type CreateOrganization,
} from '../../../contract/organizations/createOrganization.ts';
import { planChoices, type PlanId } from '../../../contract/organizations/plans.ts';
import { href } from '../../../router/href.ts';

/** The form's values: the fields of a new organization. */
export interface OrganizationValues {
  name: string;
  kind: CreateOrganization['kind'];
  size: NonNullable<CreateOrganization['size']>;
  plan: PlanId;
  spendCap: boolean;
}

const defaults: OrganizationValues = { name: '', kind: 'PERSONAL', size: '1', plan: 'free', spendCap: true };

const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  wanted: string | undefined,
  otherwise: Choice,
): Choice => choices.find((choice) => choice === wanted) ?? otherwise;

/** The values in the address; unknown ones are ignored. */
export const valuesIn = (query: Readonly<Record<string, string>>): OrganizationValues => ({
  name: query['name'] ?? defaults.name,
  kind: oneOf(organizationKinds, query['kind'], defaults.kind),
  size: oneOf(organizationSizes, query['size'], defaults.size),
  plan: oneOf(
    planChoices.map(({ id }) => id),
    query['plan'],
    defaults.plan,
  ),
  spendCap: query['spend_cap'] !== 'false',
});

/** The address that `valuesIn` reads these values from, with its other parameters. */
export function addressOf(
  { name, kind, size, plan, spendCap }: OrganizationValues,
  others: Readonly<Record<string, string>>,
): string {
  const fields = {
    name: name === '' ? undefined : name,
    kind: kind === defaults.kind ? undefined : kind,
    size: kind === 'COMPANY' ? size : undefined,
    plan: plan === defaults.plan ? undefined : plan,
    spend_cap: plan === 'pro' && !spendCap ? 'false' : undefined,
  };
  return href('newOrganization', {}, { ...others, ...fields });
}

/** The request body: only a company has a size, and Pro without its spend cap is the pay-as-you-go tier. */
export const organizationOf = ({ name, kind, size, plan, spendCap }: OrganizationValues): CreateOrganization => ({
  name: name.trim(),
  kind,
  ...(kind === 'COMPANY' && { size }),
  tier: plan === 'pro' && !spendCap ? 'tier_payg' : `tier_${plan}`,
});
