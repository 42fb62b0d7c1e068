import { useSelector } from '@xstate/react';
import Receipt from 'lucide-react/icons/receipt';
import { runsOwnPlatform } from '../../contract/common/runtimeConfig.ts';
import type { Organization } from '../../contract/organizations/organization.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import { selectConfig } from '../../machines/app/app.selectors.ts';
import type { organizationPlanMachine } from '../../machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { ScreenProps } from '../parts/screenViews.ts';
import { useResource } from '../parts/useResource.ts';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { PlanPicker, type PlanFlow } from './PlanPicker.tsx';
import { planSentence } from './planWords.ts';

const ContactSupport = ({ organization, primary }: { organization: Organization; primary: boolean }) => (
  <ButtonLink
    variant={primary ? 'primary' : 'default'}
    href={href('support', {}, { category: 'billing', subject: `Billing of ${organization.name}` })}
  >
    Contact support
  </ButtonLink>
);

const HostedBilling = ({ organization }: { organization: Organization }) => (
  <EmptyState icon={<Receipt />} title="No invoices" action={<ContactSupport organization={organization} primary />}>
    Support can change the plan of this organization and lift its restrictions.
  </EmptyState>
);

/** This server charges nothing. Owners choose their plan, except Enterprise, which only the administrator sets. */
function OwnBilling({ organization, flow }: { organization: Organization; flow: PlanFlow }) {
  const { tier, is_owner: isOwner, restriction_status: restriction } = organization;
  const isFixed = tier === 'tier_enterprise';
  return (
    <>
      {restriction !== null && (
        <Alert
          variant="warning"
          title="This organization is restricted"
          actions={<ContactSupport organization={organization} primary={false} />}
        >
          The server administrator can lift the restrictions.
        </Alert>
      )}
      {isFixed ? (
        <EmptyState
          icon={<Receipt />}
          title="The server administrator sets this plan"
          action={<ContactSupport organization={organization} primary={false} />}
        >
          {planSentence(tier)} Contact the administrator to change the plan.
        </EmptyState>
      ) : (
        <PlanPicker organization={organization} flow={flow} />
      )}
      {!isFixed && !isOwner && <p>Only an owner of the organization can change its plan.</p>}
    </>
  );
}

/** The plan of an organization and how to change it; a restricted organization leads here, too. */
export default function BillingScreen({
  params: { slug },
  flow,
}: ScreenProps<'organizationBilling', typeof organizationPlanMachine>) {
  const isOwn = runsOwnPlatform(useSelector(useApp(), selectConfig));
  const read = useResource('organization', { slug });
  const organization = read.data;
  const plan = organization && `${organization.name} is on the ${tierName(organization.tier)} plan.`;
  return (
    <PageLayout width="form">
      <PageHeader
        title="Billing"
        // Its link follows the sentence, and would move when that arrives. The space keeps the line until then.
        guide={organization && 'organizations-and-projects#plans'}
        description={plan ? (isOwn ? `${plan} A plan only sets limits: this server charges nothing.` : plan) : '\u00A0'}
      />
      {read.state === 'failed' && <ResourceError title="Could not load the organization" read={read} />}
      {read.state === 'loading' && <SkeletonTable label="Loading the plan" />}
      {organization &&
        (isOwn ? (
          <OwnBilling organization={organization} flow={flow} />
        ) : (
          <HostedBilling organization={organization} />
        ))}
    </PageLayout>
  );
}
